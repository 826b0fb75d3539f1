package dev.llmprof.analysis.graph;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Finds which calls a trace captured into graphs, between the begin and the end of a capture on
/// one thread. What other threads launch meanwhile is not in the graph.
final class GraphCaptures {
    private final HostTable host;

    private GraphCaptures(HostTable host) {
        this.host = host;
    }

    /// The launching calls of each capture, in the order in which captures ended.
    static List<int[]> of(HostTable host) {
        return new GraphCaptures(host).captures();
    }

    /// How many calls would have launched something, captured or not.
    static long launching(HostTable host) {
        boolean[] names = names(host, GraphCaptures::launches);
        long count = 0;
        for (int row = 0; row < host.size(); row++) {
            count += names[host.name().code(row)] && host.kindOf(row).isCall() ? 1 : 0;
        }
        return count;
    }

    private List<int[]> captures() {
        boolean[] begins = names(host, name -> name.contains("StreamBeginCapture"));
        boolean[] ends = names(host, name -> name.contains("StreamEndCapture"));
        boolean[] launches = names(host, GraphCaptures::launches);
        List<int[]> captures = new ArrayList<>();
        if (!any(begins)) {
            return captures;
        }
        Map<Integer, List<Integer>> open = new HashMap<>();
        for (int row : calls(code -> begins[code] || ends[code] || launches[code])) {
            int thread = host.thread().code(row);
            int code = host.name().code(row);
            List<Integer> calls = open.get(thread);
            if (begins[code]) {
                open.put(thread, new ArrayList<>());
            } else if (calls != null && ends[code]) {
                captures.add(calls.stream().mapToInt(Integer::intValue).toArray());
                open.remove(thread);
            } else if (calls != null) {
                calls.add(row);
            }
        }
        return captures;
    }

    /// A host function is no work of the GPU.
    private static boolean launches(String name) {
        return (name.contains("Launch") && !name.contains("HostFunc"))
                || name.contains("Memcpy")
                || name.contains("Memset");
    }

    private int[] calls(Predicate<Integer> wanted) {
        int[] rows =
                Rows.where(
                        host.size(),
                        row -> wanted.test(host.name().code(row)) && host.kindOf(row).isCall());
        return Rows.sorted(
                rows,
                (left, right) ->
                        Long.compare(host.startNanos().get(left), host.startNanos().get(right)));
    }

    private static boolean[] names(HostTable host, Predicate<String> wanted) {
        boolean[] names = new boolean[host.name().symbols().size()];
        for (int code = 0; code < names.length; code++) {
            names[code] = wanted.test(host.name().symbols().text(code));
        }
        return names;
    }

    private static boolean any(boolean[] names) {
        for (boolean name : names) {
            if (name) {
                return true;
            }
        }
        return false;
    }
}
