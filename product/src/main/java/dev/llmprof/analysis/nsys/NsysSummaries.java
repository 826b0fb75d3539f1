package dev.llmprof.analysis.nsys;

import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.LaunchShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/// Summary tables of `nsys stats`, from the tables of a trace.
public final class NsysSummaries {
    private static final Comparator<NsysSummary.Row> ORDER =
            Comparator.comparingLong((NsysSummary.Row row) -> row.time().totalNanos())
                    .reversed()
                    .thenComparing(row -> String.join("\0", row.labels().reversed()));

    private NsysSummaries() {}

    /// `cuda_gpu_kern_sum`: kernels by name.
    public static NsysSummary kernels(GpuTable gpu) {
        var groups = new Groups(gpu.size());
        for (int row = 0; row < gpu.size(); row++) {
            groups.put(row, isKernel(gpu, row) ? gpu.name().code(row) : Groups.LEFT_OUT);
        }
        return groups.summary(
                "Instances",
                List.of("Name"),
                gpu.durationNanos()::get,
                row -> List.of(gpu.name().get(row)));
    }

    /// `gpukernsum` of nsys 2022: kernels by name, grid and block.
    public static NsysSummary kernelsByShape(GpuTable gpu) {
        int[] shapes = gridsAndBlocks(gpu.shape().values());
        var groups = new Groups(gpu.size());
        for (int row = 0; row < gpu.size(); row++) {
            long key = (long) gpu.name().code(row) << 32 | shapes[gpu.shape().code(row)];
            groups.put(row, isKernel(gpu, row) ? key : Groups.LEFT_OUT);
        }
        return groups.summary(
                "Instances",
                List.of("GridXYZ", "BlockXYZ", "Name"),
                gpu.durationNanos()::get,
                row -> {
                    LaunchShape shape = gpu.shape().get(row);
                    return List.of(grid(shape), block(shape), gpu.name().get(row));
                });
    }

    /// `cudaapisum`: calls by name. nsys cuts off a version of four digits (`_v7000`), and no
    /// other.
    public static NsysSummary calls(HostTable host) {
        var groups = new Groups(host.size());
        for (int row = 0; row < host.size(); row++) {
            groups.put(row, host.kindOf(row).isCall() ? named(host, row) : Groups.LEFT_OUT);
        }
        return groups.summary(
                "Num Calls",
                List.of("Name"),
                host.durationNanos()::get,
                row -> List.of(host.name().get(row) + host.domain().get(row)));
    }

    /// `nvtxsum`: ranges by style and name.
    public static NsysSummary ranges(HostTable host) {
        var groups = new Groups(host.size());
        for (int row = 0; row < host.size(); row++) {
            groups.put(row, rangeKey(host, row));
        }
        return groups.summary(
                "Instances",
                List.of("Style", "Range"),
                host.durationNanos()::get,
                row -> List.of(style(host, row), rangeName(host, row)));
    }

    static String rangeName(HostTable host, int row) {
        String domain = host.domain().get(row);
        String name = host.name().get(row);
        return domain.isEmpty() ? name : domain + ":" + name;
    }

    static String style(HostTable host, int row) {
        return host.kindOf(row) == HostKind.FREE_RANGE ? "StartEnd" : "PushPop";
    }

    /// Ranges of one style, domain and text have one key.
    static long rangeKey(HostTable host, int row) {
        HostKind kind = host.kindOf(row);
        if (!isRange(kind)) {
            return Groups.LEFT_OUT;
        }
        return named(host, row) << 1 | (kind == HostKind.FREE_RANGE ? 1 : 0);
    }

    /// An operator in a capture of nsys is a push/pop range that PyTorch opened.
    static boolean isRange(HostKind kind) {
        return kind == HostKind.RANGE || kind == HostKind.FREE_RANGE || kind == HostKind.OPERATOR;
    }

    private static boolean isKernel(GpuTable gpu, int row) {
        return gpu.kind().get(row) == GpuKind.KERNEL.code();
    }

    /// nsys tells launches apart by grid and block only, not by their shared memory.
    private static int[] gridsAndBlocks(List<LaunchShape> shapes) {
        List<String> known = new ArrayList<>();
        int[] codes = new int[shapes.size()];
        for (int code = 0; code < codes.length; code++) {
            String text = grid(shapes.get(code)) + block(shapes.get(code));
            int at = known.indexOf(text);
            codes[code] = at < 0 ? known.size() : at;
            if (at < 0) {
                known.add(text);
            }
        }
        return codes;
    }

    private static String grid(LaunchShape shape) {
        return sides(shape.gridX(), shape.gridY(), shape.gridZ());
    }

    private static String block(LaunchShape shape) {
        return sides(shape.blockX(), shape.blockY(), shape.blockZ());
    }

    private static String sides(int x, int y, int z) {
        return String.format(Locale.ROOT, "%4d %4d %4d", x, y, z);
    }

    private static long named(HostTable host, int row) {
        return (long) host.name().code(row) << 31 | host.domain().code(row);
    }

    /// Numbers the groups of a table's rows as they come.
    private static final class Groups {
        static final long LEFT_OUT = -1;

        private final LongIndex firstRows = new LongIndex();
        private final int[] groupOfRow;
        private int[] rowOfGroup = new int[16];
        private int size;

        Groups(int rows) {
            groupOfRow = new int[rows];
        }

        void put(int row, long key) {
            if (key == LEFT_OUT) {
                groupOfRow[row] = -1;
                return;
            }
            int group = firstRows.get(key);
            if (group == LongIndex.NONE) {
                group = fresh(row, key);
            }
            groupOfRow[row] = group;
        }

        private int fresh(int row, long key) {
            firstRows.putIfAbsent(key, size);
            if (size == rowOfGroup.length) {
                rowOfGroup = Arrays.copyOf(rowOfGroup, size * 2);
            }
            rowOfGroup[size] = row;
            return size++;
        }

        NsysSummary summary(
                String countTitle,
                List<String> labelTitles,
                IntToLongFunction nanos,
                IntFunction<List<String>> labels) {
            NsysTime[] times = NsysTimes.of(groupOfRow.length, size, row -> groupOfRow[row], nanos);
            double total = Arrays.stream(times).mapToLong(NsysTime::totalNanos).sum();
            List<NsysSummary.Row> rows = new ArrayList<>();
            for (int group = 0; group < size; group++) {
                double share = total == 0 ? 0 : times[group].totalNanos() / total;
                rows.add(new NsysSummary.Row(share, times[group], labels.apply(rowOfGroup[group])));
            }
            rows.sort(ORDER);
            return new NsysSummary(countTitle, labelTitles, rows);
        }
    }
}
