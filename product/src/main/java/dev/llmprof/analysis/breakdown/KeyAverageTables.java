package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.HostMemory;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.AllocationTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Follows `torch.profiler`: what it drops before nesting, how it renames steps, and when it lets a
/// node vanish in its parent: when both have one name and the node is the parent's only child.
public final class KeyAverageTables {
    private static final Set<String> DROPPED =
            Set.of(
                    "[memory]",
                    "[OutOfMemory]",
                    "profiler::_record_function_enter",
                    "profiler::_record_function_enter_new",
                    "profiler::_record_function_exit",
                    "aten::is_leaf",
                    "aten::output_nr",
                    "aten::_version");

    private static final Pattern LIST_OF_TENSORS =
            Pattern.compile("(?<=^\\[|,)\\[\\[[^\\[\\]]*\\](?:,\\[[^\\[\\]]*\\])*\\]");

    private static final long[] NO_MEMORY = {};

    private final HostTree tree;
    private final HostTable host;
    private final int[] kept;
    private final long[] childNanos;
    private final long[] bytes;
    private final long[] childBytes;
    private long collapsed;

    // The dialect of 2021 has no annotations: its steps are operators to torch.
    private final boolean annotations;

    private KeyAverageTables(Trace trace, HostTree tree) {
        AllocationTable allocations = trace.allocations();
        this.tree = tree;
        this.annotations = !trace.reading().byCategory().containsKey("Operator");
        this.host = tree.host();
        this.kept = new int[host.size()];
        this.childNanos = new long[host.size()];
        boolean memory = allocations.size() > 0;
        this.bytes = memory ? new long[host.size()] : NO_MEMORY;
        this.childBytes = memory ? new long[host.size()] : NO_MEMORY;
        if (memory) {
            HostMemory taken = HostMemory.of(allocations);
            for (int row : tree.order()) {
                bytes[row] = taken.between(host.startNanos().get(row), host.endNanos(row));
            }
        }
        collapse();
    }

    /// Empty for captures of other tools: the table is PyTorch's.
    public static KeyAverages byName(Trace trace, HostTree tree) {
        if (trace.tool().equals("nsys")) {
            return new KeyAverages(0, List.of());
        }
        return new KeyAverageTables(trace, without(tree)).grouped(false);
    }

    static KeyAverages byShape(Trace trace, HostTree tree) {
        return new KeyAverageTables(trace, without(tree)).grouped(true);
    }

    private static HostTree without(HostTree tree) {
        HostTable host = tree.host();
        boolean[] dropped = new boolean[host.name().symbols().size()];
        boolean any = false;
        for (int code = 0; code < dropped.length; code++) {
            dropped[code] = DROPPED.contains(host.name().symbols().text(code));
            any |= dropped[code];
        }
        return any ? HostTree.of(host, row -> !dropped[host.name().code(row)]) : tree;
    }

    private void collapse() {
        int[] children = tree.children();
        for (int row : tree.order()) {
            int parent = tree.parent(row);
            kept[row] = row;
            if (parent == HostTree.NONE) {
                continue;
            }
            boolean vanishes =
                    children[parent] == 1 && host.name().code(row) == host.name().code(parent);
            if (vanishes) {
                kept[row] = kept[parent];
                collapsed++;
            } else {
                childNanos[kept[parent]] += host.durationNanos().get(row);
                if (bytes.length > 0) {
                    childBytes[kept[parent]] += bytes[row];
                }
            }
        }
    }

    private record Group(String name, String shapes, boolean annotation) {}

    private KeyAverages grouped(boolean byShape) {
        Map<Group, long[]> sums = new HashMap<>();
        LongIndex groups = new LongIndex();
        List<long[]> places = new ArrayList<>();
        for (int row : tree.order()) {
            if (kept[row] == row) {
                if (groups.putIfAbsent(key(row, byShape), places.size())) {
                    places.add(sums.computeIfAbsent(group(row, byShape), _ -> new long[5]));
                }
                long[] sum = places.get(groups.get(key(row, byShape)));
                long nanos = host.durationNanos().get(row);
                sum[0]++;
                sum[1] += nanos - childNanos[row];
                sum[2] += nanos;
                if (bytes.length > 0) {
                    sum[3] += bytes[row] - childBytes[row];
                    sum[4] += bytes[row];
                }
            }
        }
        List<KeyAverages.Row> rows = new ArrayList<>();
        sums.forEach((group, sum) -> rows.add(row(group, sum)));
        rows.sort(
                Comparator.comparingLong(KeyAverages.Row::selfHostNanos)
                        .reversed()
                        .thenComparing(KeyAverages.Row::name, Names.BY_CODE_POINT)
                        .thenComparing(KeyAverages.Row::inputShapes, Names.BY_CODE_POINT)
                        .thenComparing(KeyAverages.Row::userAnnotation));
        return new KeyAverages(collapsed, rows);
    }

    /// Several keys may be of one group, but not the other way round.
    private long key(int row, boolean byShape) {
        long annotation = host.kind().get(row) == HostKind.RANGE.code() ? 1 : 0;
        return ((long) host.name().code(row) << 1 | annotation) << 31
                | (byShape ? host.inputShapes().code(row) : 0);
    }

    private Group group(int row, boolean byShape) {
        String name = host.name().get(row);
        String shapes = byShape ? plainShapes(host.inputShapes().get(row)) : "";
        return new Group(
                name.startsWith("ProfilerStep#") ? "ProfilerStep*" : name,
                shapes,
                annotations && host.kindOf(row) == HostKind.RANGE);
    }

    /// Torch shows a list of tensors as an empty shape.
    private static String plainShapes(String text) {
        String shapes = text.replace(" ", "");
        return shapes.isEmpty() ? "[]" : LIST_OF_TENSORS.matcher(shapes).replaceAll("[]");
    }

    private static KeyAverages.Row row(Group group, long[] sum) {
        return new KeyAverages.Row(
                group.name, group.shapes, group.annotation, sum[0], sum[1], sum[2], sum[3], sum[4]);
    }
}
