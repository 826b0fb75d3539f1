package dev.llmprof.trace.ncu;

import dev.llmprof.trace.ncu.NcuLaunch.NcuDevice;
import dev.llmprof.trace.ncu.NcuLaunch.NcuKernel;
import dev.llmprof.trace.ncu.NcuLaunch.NcuProcess;
import dev.llmprof.trace.ncu.NcuLaunch.NvtxFrame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One result of a report: its launch, metrics, rules and the ranges that were open.
final class NcuResultReader {
    /// Where each part stands; kernels and ranges number their fields differently.
    enum Fields {
        KERNEL(13, 14, 19, 21, 22),
        RANGE(4, 5, 0, 10, 11);

        private final int metrics;
        private final int created;
        private final int rules;
        private final int nvtx;
        private final int context;

        Fields(int metrics, int created, int rules, int nvtx, int context) {
            this.metrics = metrics;
            this.created = created;
            this.rules = rules;
            this.nvtx = nvtx;
            this.context = context;
        }
    }

    private final NcuStrings strings;
    private final Fields fields;
    private final NcuMetrics.Builder metrics;
    private final List<NcuRule> rules = new ArrayList<>();
    private List<NvtxFrame> nvtx = List.of();
    private String mangled = "";
    private String function = "";
    private String demangled = "";
    private Extent grid = Extent.NONE;
    private Extent block = Extent.NONE;
    private long thread;
    private long context;
    private long stream;
    private long created;

    NcuResultReader(NcuStrings strings, Fields fields) {
        this.strings = strings;
        this.fields = fields;
        this.metrics = new NcuMetrics.Builder(strings.namedUnits());
    }

    NcuLaunch launch(int id, NcuProcess process, Wire message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            common(field, message);
            if (fields == Fields.KERNEL) {
                kernel(field, message);
            }
        }
        NcuMetrics built = metrics.build();
        return new NcuLaunch(
                id,
                process,
                new NcuKernel(demangled.isEmpty() ? function : demangled, function, mangled),
                grid,
                block,
                new NcuDevice(
                        built.text("device__attribute_display_name"), computeCapability(built)),
                context,
                stream,
                created == 0 ? "" : Instant.ofEpochSecond(created).toString(),
                nvtx,
                built,
                rules);
    }

    private void common(int field, Wire message) {
        if (field == 1) {
            thread = message.integer();
        } else if (field == fields.metrics) {
            metric(message.message());
        } else if (field == fields.created) {
            created = message.integer();
        } else if (field == fields.rules) {
            NcuRuleReader.read(message.message(), rules);
        } else if (field == fields.nvtx) {
            nvtx = NcuNvtxReader.frames(message.message(), thread);
        } else if (field == fields.context) {
            context = message.integer();
        }
    }

    private void kernel(int field, Wire message) {
        switch (field) {
            case 5 -> mangled = message.text();
            case 6 -> function = message.text();
            case 7 -> demangled = message.text();
            case 10 -> grid = extent(message.message());
            case 11 -> block = extent(message.message());
            case 23 -> stream = message.integer();
            default -> {}
        }
    }

    private void metric(Wire message) {
        String name = "";
        Optional<Wire> value = Optional.empty();
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                name = strings.get(message.integer());
            } else if (field == 2) {
                value = Optional.of(message.message());
            }
        }
        if (value.isEmpty() || !value(name, value.get())) {
            metrics.none("", name, "");
        }
    }

    /// The first field that is known; a value has only one.
    private boolean value(String name, Wire value) {
        for (int field = value.next(); field != 0; field = value.next()) {
            switch (field) {
                case 1 -> metrics.text("", name, value.text());
                case 2, 3 -> metrics.real("", name, "", value.real());
                case 4, 5 -> metrics.count(name, value.integer());
                default -> {
                    continue;
                }
            }
            return true;
        }
        return false;
    }

    private static Extent extent(Wire message) {
        long[] sides = new long[3];
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field <= 3) {
                sides[field - 1] = message.integer();
            }
        }
        return new Extent(sides[0], sides[1], sides[2]);
    }

    private static String computeCapability(NcuMetrics metrics) {
        var major = metrics.base("device__attribute_compute_capability_major");
        var minor = metrics.base("device__attribute_compute_capability_minor");
        return major.isPresent() && minor.isPresent()
                ? (long) major.getAsDouble() + "." + (long) minor.getAsDouble()
                : "";
    }
}
