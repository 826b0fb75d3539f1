package dev.llmprof.analysis.path;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.Steps;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the critical path of every step, and sums it by cause and by name.
public final class CriticalPaths {
    private static final Set<PathCause> OF_GPU =
            EnumSet.of(
                    PathCause.KERNEL,
                    PathCause.COMMUNICATION,
                    PathCause.COPY,
                    PathCause.GAP,
                    PathCause.LAUNCH,
                    PathCause.UNRECORDED);

    private final Symbols gpuNames;
    private final Symbols hostNames;

    /// Pieces and nanoseconds by cause and name, in pairs; first those without a name.
    private final Map<PathCause, long[]> byName = new EnumMap<>(PathCause.class);

    private final Map<PathCause, long[]> nanos = new EnumMap<>(PathCause.class);

    private CriticalPaths(Trace trace) {
        this.gpuNames = trace.gpu().name().symbols();
        this.hostNames = trace.host().name().symbols();
    }

    private long[] fresh(PathCause cause) {
        return new long[2 * (names(cause).size() + 1)];
    }

    private Symbols names(PathCause cause) {
        return OF_GPU.contains(cause) ? gpuNames : hostNames;
    }

    public static CriticalPath of(NestedTrace nested, Steps steps) {
        List<PathWindow> windows = PathWindow.of(nested, steps, mainThread(nested));
        if (windows.isEmpty()) {
            return new CriticalPath(List.of(), List.of());
        }
        CriticalPaths sums = new CriticalPaths(nested.trace());
        PathWalk walk = new PathWalk(nested, sums::add);
        List<CriticalPath.Step> paths = new ArrayList<>();
        long done = Long.MIN_VALUE;
        for (PathWindow window : windows) {
            CriticalPath.Step path = sums.step(window.notBefore(done), walk);
            paths.add(path);
            done = Math.max(done, path.startNanos() + path.lengthNanos());
        }
        return new CriticalPath(paths, sums.work());
    }

    private CriticalPath.Step step(PathWindow window, PathWalk walk) {
        nanos.clear();
        long length = walk.walk(window);
        Map<PathCause, Long> byCause = new EnumMap<>(PathCause.class);
        nanos.forEach((cause, sum) -> byCause.put(cause, sum[0]));
        return new CriticalPath.Step(window.name(), window.startNanos(), length, byCause);
    }

    private void add(PathCause cause, int name, long piece) {
        nanos.computeIfAbsent(cause, _ -> new long[1])[0] += piece;
        long[] sums = byName.computeIfAbsent(cause, this::fresh);
        sums[2 * (name + 1)]++;
        sums[2 * (name + 1) + 1] += piece;
    }

    private List<CriticalPath.Work> work() {
        List<CriticalPath.Work> work = new ArrayList<>();
        byName.forEach((cause, sums) -> {
            for (int at = sums.length - 2; at >= 0; at -= 2) {
                String name = at == 0 || sums[at] == 0 ? "" : names(cause).text(at / 2 - 1);
                if (at > 0 && name.isEmpty()) {
                    sums[0] += sums[at];
                    sums[1] += sums[at + 1];
                } else if (sums[at] > 0) {
                    work.add(new CriticalPath.Work(cause, name, sums[at], sums[at + 1]));
                }
            }
        });
        work.sort(
                Comparator.comparingLong(CriticalPath.Work::nanos)
                        .reversed()
                        .thenComparing(CriticalPath.Work::cause)
                        .thenComparing(CriticalPath.Work::name, Names.BY_CODE_POINT));
        return work;
    }

    /// The one that launches most; without a GPU the one that does most.
    private static int mainThread(NestedTrace nested) {
        HostTable host = nested.trace().host();
        long[] launches = new long[Math.max(1, host.thread().values().size())];
        long[] busy = new long[launches.length];
        for (int row : nested.links().order()) {
            int call = nested.links().call(row);
            if (call != Links.NONE) {
                launches[host.thread().code(call)]++;
            }
        }
        long most = Arrays.stream(launches).max().orElse(0);
        if (Arrays.stream(launches).filter(each -> each == most).count() > 1) {
            for (int row : nested.tree().order()) {
                busy[host.thread().code(row)] += nested.selfNanos(row);
            }
        }
        int main = 0;
        for (int thread = 1; thread < launches.length; thread++) {
            boolean more =
                    launches[thread] != launches[main]
                            ? launches[thread] > launches[main]
                            : busy[thread] > busy[main];
            main = more ? thread : main;
        }
        return main;
    }
}
