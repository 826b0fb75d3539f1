package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sums GPU time by module class and operator.
public final class ModuleBreakdowns {
    private ModuleBreakdowns() {}

    public static ModuleBreakdown of(GpuTable gpu, HostTable host, Links links, int[] modules) {
        Map<List<String>, long[]> sums = new HashMap<>();
        Map<String, String> classes = new HashMap<>();
        long attributed = 0;
        for (int row = 0; row < gpu.size(); row++) {
            String module = module(host, links, modules, row);
            if (module.isEmpty()) {
                continue;
            }
            String name = classes.computeIfAbsent(module, Modules::className);
            List<String> key = List.of(name, operator(host, links, row));
            long[] sum = sums.computeIfAbsent(key, _ -> new long[2]);
            sum[0]++;
            sum[1] += gpu.durationNanos().get(row);
            attributed += gpu.durationNanos().get(row);
        }
        List<ModuleBreakdown.Row> rows = new ArrayList<>();
        sums.forEach((key, sum) ->
                rows.add(new ModuleBreakdown.Row(key.get(0), key.get(1), sum[0], sum[1])));
        rows.sort(
                Comparator.comparingLong(ModuleBreakdown.Row::nanos)
                        .reversed()
                        .thenComparing(ModuleBreakdown.Row::module, Names.BY_CODE_POINT)
                        .thenComparing(ModuleBreakdown.Row::operator, Names.BY_CODE_POINT));
        return new ModuleBreakdown(attributed, gpu.durationNanos().sum(), rows);
    }

    /// As the tool names it; empty where none is known.
    private static String module(HostTable host, Links links, int[] modules, int gpuRow) {
        Optional<KernelOrigin> replayed = links.origin(gpuRow);
        if (replayed.isPresent()) {
            return replayed.get().module();
        }
        int call = links.call(gpuRow);
        return call == Links.NONE || modules[call] == Modules.NONE
                ? ""
                : host.name().get(modules[call]);
    }

    /// The operator around the launch, or else the launch call itself.
    private static String operator(HostTable host, Links links, int gpuRow) {
        Optional<KernelOrigin> replayed = links.origin(gpuRow);
        if (replayed.isPresent()) {
            return replayed.get().operator();
        }
        int operator = links.operator(gpuRow);
        return host.name().get(operator == Links.NONE ? links.call(gpuRow) : operator);
    }
}
