package dev.llmprof.trace.conditions;

import dev.llmprof.trace.conditions.HostSample.BusyStranger;
import dev.llmprof.trace.conditions.HostSample.CpuSeconds;
import dev.llmprof.trace.conditions.HostSample.StalledSeconds;
import dev.llmprof.trace.csv.CsvNumber;
import dev.llmprof.trace.csv.CsvRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Reads the files of the stage `conditions`. A line that is no sample, such as the last one of a
/// run that was killed, is passed over. Of days at most so many samples stay, evenly spread.
public final class SampleFiles {
    private static final int MOST = 40_000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS", Locale.ROOT);

    private SampleFiles() {}

    /// A row by the names of its columns, without their units.
    private record Row(Map<String, Integer> columns, List<String> cells) {
        String text(String... names) {
            for (String name : names) {
                int at = columns.getOrDefault(name, -1);
                if (at >= 0 && at < cells.size()) {
                    return cells.get(at).strip();
                }
            }
            return "";
        }

        OptionalDouble number(String... names) {
            return CsvNumber.parse(text(names));
        }

        OptionalDouble times(double factor, String... names) {
            OptionalDouble number = number(names);
            return number.isPresent()
                    ? OptionalDouble.of(number.getAsDouble() * factor)
                    : OptionalDouble.empty();
        }

        boolean whole() {
            return cells.size() == columns.size();
        }
    }

    /// What is done with each row.
    private interface Taker {
        void take(Row row);
    }

    public static List<HostSample> host(Path file) throws IOException {
        var samples = new ThinnedList<HostSample>(MOST);
        read(file, row -> host(row).ifPresent(samples::add));
        return samples.kept();
    }

    /// Of each GPU one after the other.
    public static List<GpuSample> gpus(Path file) throws IOException {
        Map<Integer, ThinnedList<GpuSample>> byGpu = new TreeMap<>();
        read(
                file,
                row ->
                        gpu(row).ifPresent(sample ->
                                byGpu.computeIfAbsent(sample.index(), _ -> new ThinnedList<>(MOST))
                                        .add(sample)));
        List<GpuSample> all = new ArrayList<>();
        byGpu.values().forEach(samples -> all.addAll(samples.kept()));
        return all;
    }

    /// The names of programs of others on the GPUs.
    public static List<String> strangers(Path file) throws IOException {
        List<String> names = new ArrayList<>();
        read(file, row -> names.add(row.text("process_name")));
        return names;
    }

    private static void read(Path file, Taker taker) throws IOException {
        try (CsvRows rows = CsvRows.open(file)) {
            Optional<List<String>> head = rows.next();
            if (head.isEmpty()) {
                return;
            }
            Map<String, Integer> columns = new HashMap<>();
            for (String name : head.get()) {
                columns.put(name.strip().replaceFirst(" \\[.*]$", ""), columns.size());
            }
            for (var cells = rows.next(); cells.isPresent(); cells = rows.next()) {
                var row = new Row(columns, cells.get());
                if (row.whole() && !rows.isCut()) {
                    taker.take(row);
                }
            }
        }
    }

    private static Optional<HostSample> host(Row row) {
        String unixNanos = row.text("unix_ns");
        if (!unixNanos.matches("\\d{1,18}|[1-8]\\d{18}")) {
            return Optional.empty();
        }
        return Optional.of(
                new HostSample(
                        Long.parseLong(unixNanos),
                        new CpuSeconds(
                                row.number("cpu_busy_s").orElse(0),
                                row.number("cpu_idle_s").orElse(0),
                                row.number("cpu_stolen_s").orElse(0)),
                        new StalledSeconds(
                                row.number("cpu_stalled_s"),
                                row.number("io_stalled_s"),
                                row.number("memory_stalled_s")),
                        row.number("energy_j"),
                        row.number("sampler_cpu_s").orElse(0),
                        row.number("load_1m"),
                        row.number("cpu_hz"),
                        row.number("own_cpu_s"),
                        row.number("own_memory_bytes"),
                        new BusyStranger(
                                row.text("other_name"), row.number("other_cpu_s").orElse(0))));
    }

    private static Optional<GpuSample> gpu(Row row) {
        OptionalLong time = time(row.text("timestamp"));
        OptionalDouble index = row.number("index");
        if (time.isEmpty() || index.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new GpuSample(
                        time.getAsLong(),
                        (int) index.getAsDouble(),
                        row.number("power.draw.instant", "power.draw"),
                        row.number("enforced.power.limit", "power.limit"),
                        row.times(1e6, "clocks.current.sm", "clocks.sm"),
                        row.times(1e6, "clocks.max.sm"),
                        row.times(1e6, "clocks.current.memory", "clocks.mem"),
                        row.number("temperature.gpu"),
                        row.times(.01, "utilization.gpu"),
                        row.times(1 << 20, "memory.used"),
                        mask(
                                row.text(
                                        "clocks_event_reasons.active",
                                        "clocks_throttle_reasons.active"))));
    }

    private static OptionalLong time(String text) {
        try {
            var at = LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
            return OptionalLong.of(at.getEpochSecond() * 1_000_000_000L + at.getNano());
        } catch (DateTimeException unreadable) {
            return OptionalLong.empty();
        }
    }

    /// `0x0000000000000004`; nothing where it is not told.
    private static long mask(String text) {
        return text.matches("0x[0-9a-fA-F]{1,15}|0x0[0-9a-fA-F]{15}")
                ? Long.parseLong(text.substring(2), 16)
                : 0;
    }
}
