package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NsysRun.Call;
import dev.llmprof.testing.nsight.NsysRun.Kind;
import dev.llmprof.testing.nsight.NsysRun.Nvtx;
import dev.llmprof.testing.nsight.NsysRun.Shape;
import dev.llmprof.testing.nsight.NsysRun.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The tables that `nsys stats` prints of a run, title row first, the slow and plain way: every
/// range is held against every call.
public final class NsysTables {
    private static final String NONE = "None";

    private NsysTables() {}

    /// By the name of nsys 2022, or of a later one.
    public static List<List<String>> of(String report, NsysRun run) {
        return switch (report) {
            case "gpukernsum" -> kernelsByShape(run);
            case "cuda_gpu_kern_sum" -> kernels(run);
            case "gpumemtimesum" -> memory(run);
            case "cudaapisum" -> calls(run);
            case "nvtxsum" -> ranges(run);
            case "nvtxgpuproj" -> projection(run);
            case "nvtxkernsum" -> kernelsByRange(run);
            default -> throw new IllegalArgumentException(report);
        };
    }

    private static List<List<String>> kernelsByShape(NsysRun run) {
        Map<List<String>, List<Long>> groups = new LinkedHashMap<>();
        for (Work kernel : run.kernels()) {
            Shape shape = kernel.shape();
            String grid = sides(shape.gridX(), shape.gridY(), shape.gridZ());
            String block = sides(shape.blockX(), shape.blockY(), shape.blockZ());
            put(groups, List.of(grid, block, kernel.name()), kernel.nanos());
        }
        return summary("Instances", List.of("GridXYZ", "BlockXYZ", "Name"), groups);
    }

    private static List<List<String>> kernels(NsysRun run) {
        Map<List<String>, List<Long>> groups = new LinkedHashMap<>();
        run.kernels().forEach(kernel -> put(groups, List.of(kernel.name()), kernel.nanos()));
        return summary("Instances", List.of("Name"), groups);
    }

    private static List<List<String>> memory(NsysRun run) {
        Map<List<String>, List<Long>> groups = new LinkedHashMap<>();
        for (Work work : run.work()) {
            if (work.kind() != Kind.KERNEL) {
                put(groups, List.of(work.name()), work.nanos());
            }
        }
        return summary("Count", List.of("Operation"), groups);
    }

    private static List<List<String>> calls(NsysRun run) {
        Map<List<String>, List<Long>> groups = new LinkedHashMap<>();
        for (Call call : run.calls()) {
            put(groups, List.of(call.name().replaceFirst("_v....$", "")), call.nanos());
        }
        return summary("Num Calls", List.of("Name"), groups);
    }

    private static List<List<String>> ranges(NsysRun run) {
        Map<List<String>, List<Long>> groups = new LinkedHashMap<>();
        for (Nvtx range : run.ranges()) {
            put(groups, List.of(range.style(), range.fullName()), run.end(range) - range.start());
        }
        return summary("Instances", List.of("Style", "Range"), groups);
    }

    private static List<List<String>> projection(NsysRun run) {
        List<List<String>> table = new ArrayList<>();
        table.add(
                List.of(
                        "Name,Projected Start (ns),Projected Duration (ns),Orig Start (ns),Orig Duration (ns),Style,PID,TID,NumGPUOps,Lvl,NumChild,RangeId,ParentId,RangeStack"
                                .split(",")));
        List<Call> launches =
                run.calls().stream().filter(call -> !run.after(call).isEmpty()).toList();
        Map<Long, List<Call>> inside = new LinkedHashMap<>();
        for (Nvtx range : run.ranges()) {
            inside.put(
                    run.row(range),
                    launches.stream().filter(call -> holds(run, range, call)).toList());
        }
        inside.values().removeIf(List::isEmpty);
        Map<Long, Long> children = new LinkedHashMap<>();
        for (long row : inside.keySet()) {
            parent(run, run.at(row)).ifPresent(p -> children.merge(run.row(p), 1L, Long::sum));
        }
        inside.forEach((row, calls) ->
                table.add(projected(run, row, calls, children.getOrDefault(row, 0L))));
        return table;
    }

    private static List<String> projected(NsysRun run, long row, List<Call> calls, long children) {
        Nvtx range = run.at(row);
        List<Work> work = calls.stream().flatMap(call -> run.after(call).stream()).toList();
        long start = work.stream().mapToLong(Work::start).min().orElseThrow();
        long end = work.stream().mapToLong(Work::end).max().orElseThrow();
        List<Nvtx> path = path(run, range);
        String parent = path.size() < 2 ? NONE : run.row(path.get(path.size() - 2)) + "";
        return List.of(
                range.fullName(),
                start + "",
                end - start + "",
                range.start() + "",
                run.end(range) - range.start() + "",
                range.style(),
                range.thread().process() + "",
                range.thread().thread() + "",
                calls.size() + "",
                path.size() - 1 + "",
                children + "",
                row + "",
                parent,
                path.stream().map(one -> ":" + run.row(one)).collect(Collectors.joining()));
    }

    private static List<List<String>> kernelsByRange(NsysRun run) {
        Map<List<String>, List<Work>> groups = new LinkedHashMap<>();
        Map<List<String>, Set<Long>> instances = new LinkedHashMap<>();
        for (Work kernel : run.kernels()) {
            Optional<Call> call =
                    run.calls().stream().filter(c -> run.after(c).contains(kernel)).findFirst();
            List<Nvtx> around =
                    run.ranges().stream()
                            .filter(range -> call.filter(c -> holds(run, range, c)).isPresent())
                            .toList();
            for (Nvtx range : around) {
                List<String> key = key(range.fullName(), range.style(), call, kernel);
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(kernel);
                instances.computeIfAbsent(key, _ -> new HashSet<>()).add(run.row(range));
            }
            if (around.isEmpty()) {
                List<String> key = key(NONE, NONE, call, kernel);
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(kernel);
                instances.computeIfAbsent(key, _ -> new HashSet<>());
            }
        }
        return kernelsByRange(groups, instances);
    }

    private static List<List<String>> kernelsByRange(
            Map<List<String>, List<Work>> groups, Map<List<String>, Set<Long>> instances) {
        List<List<String>> table = new ArrayList<>();
        List<String> titles =
                List.of(
                        "NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name"
                                .split(","));
        groups.forEach((key, kernels) -> {
            List<String> row = new ArrayList<>(key.subList(0, 4));
            row.add(instances.getOrDefault(key, Set.of()).size() + "");
            row.add(kernels.stream().distinct().count() + "");
            var spread = Spread.of(kernels.stream().map(Work::nanos).toList());
            row.add(spread.total() + "");
            row.addAll(spread.cells());
            row.add(key.getLast());
            table.add(row);
        });
        table.sort(
                Comparator.comparing(
                                (List<String> row) -> row.get(0).equals(NONE) ? "" : row.get(0))
                        .thenComparingInt(row -> number(row.get(2)))
                        .thenComparingInt(row -> number(row.get(3)))
                        .thenComparingInt(row -> -number(row.get(6))));
        table.addFirst(titles);
        return table;
    }

    private static int number(String cell) {
        return cell.equals(NONE) ? -1 : Integer.parseInt(cell);
    }

    private static List<String> key(String range, String style, Optional<Call> call, Work kernel) {
        return List.of(
                range,
                style,
                call.map(c -> c.thread().process() + "").orElse(NONE),
                call.map(c -> c.thread().thread() + "").orElse(NONE),
                kernel.name());
    }

    /// Ranges that end on another thread hold nothing.
    private static boolean holds(NsysRun run, Nvtx range, Call call) {
        return range.endThread().isEmpty()
                && range.thread().equals(call.thread())
                && range.start() <= call.start()
                && call.end() <= run.end(range);
    }

    /// The tightest range of the thread around it.
    private static Optional<Nvtx> parent(NsysRun run, Nvtx range) {
        return run.ranges().stream()
                .filter(other -> !other.equals(range) && other.endThread().isEmpty())
                .filter(_ -> range.endThread().isEmpty())
                .filter(other -> other.thread().equals(range.thread()))
                .filter(other -> other.start() <= range.start() && run.end(range) <= run.end(other))
                .min(Comparator.comparingLong(other -> run.end(other) - other.start()));
    }

    private static List<Nvtx> path(NsysRun run, Nvtx range) {
        List<Nvtx> path = new ArrayList<>(List.of(range));
        for (var up = parent(run, range); up.isPresent(); up = parent(run, up.get())) {
            path.addFirst(up.get());
        }
        return path;
    }

    private static void put(Map<List<String>, List<Long>> groups, List<String> key, long nanos) {
        groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(nanos);
    }

    private static List<List<String>> summary(
            String count, List<String> labels, Map<List<String>, List<Long>> groups) {
        List<String> titles = new ArrayList<>(List.of("Time (%)", "Total Time (ns)", count));
        titles.addAll(List.of("Avg (ns)", "Med (ns)", "Min (ns)", "Max (ns)", "StdDev (ns)"));
        titles.addAll(labels);
        long all = groups.values().stream().flatMap(List::stream).mapToLong(n -> n).sum();
        List<List<String>> rows = new ArrayList<>();
        groups.forEach((key, nanos) -> {
            var spread = Spread.of(nanos);
            List<String> row = new ArrayList<>();
            row.add(Spread.percent(spread.total(), all));
            row.add(spread.total() + "");
            row.add(nanos.size() + "");
            row.addAll(spread.cells());
            row.addAll(key);
            rows.add(row);
        });
        rows.sort(Comparator.comparingLong(row -> -Long.parseLong(row.get(1))));
        rows.addFirst(titles);
        return rows;
    }

    private static String sides(int x, int y, int z) {
        return String.format(Locale.ROOT, "%4d %4d %4d", x, y, z);
    }
}
