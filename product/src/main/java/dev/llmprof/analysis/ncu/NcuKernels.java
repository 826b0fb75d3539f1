package dev.llmprof.analysis.ncu;

import dev.llmprof.trace.ncu.Extent;
import dev.llmprof.trace.ncu.NcuDirectory;
import dev.llmprof.trace.ncu.NcuLaunch;
import dev.llmprof.trace.ncu.NcuMetrics;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/// Kernels from ncu's launches.
public final class NcuKernels {
    private NcuKernels() {}

    /// One kernel for each folder, launches averaged.
    public static List<NcuKernel> of(NcuDirectory directory, double marginPoints) {
        return directory.kernels().stream()
                .map(kernel -> of(kernel.id(), kernel.launches(), marginPoints))
                .toList();
    }

    /// Launches of one name, grid and block are one kernel, in the order of the first.
    public static List<NcuKernel> of(NcuProfile profile, double marginPoints) {
        Map<String, List<NcuLaunch>> groups = new LinkedHashMap<>();
        for (NcuLaunch launch : profile.launches()) {
            if (!launch.isRange()) {
                String key = launch.kernel().demangled() + launch.grid() + launch.block();
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(launch);
            }
        }
        List<NcuKernel> kernels = new ArrayList<>();
        for (List<NcuLaunch> launches : groups.values()) {
            kernels.add(of(id(launches.getFirst()), launches, marginPoints));
        }
        return kernels;
    }

    private static String id(NcuLaunch launch) {
        String number = Integer.toString(launch.id());
        return "kernel_0000_" + "0".repeat(Math.max(0, 4 - number.length())) + number;
    }

    private static NcuKernel of(String id, List<NcuLaunch> launches, double marginPoints) {
        if (launches.isEmpty()) {
            return new NcuKernel(
                    id,
                    "",
                    Extent.NONE,
                    Extent.NONE,
                    NcuLaunch.NcuDevice.NONE,
                    NcuLaunch.NcuProcess.NONE,
                    0,
                    Map.of(),
                    NcuClass.UNKNOWN,
                    NcuRoofline.NONE,
                    NcuLimits.NONE,
                    List.of());
        }
        NcuLaunch first = launches.getFirst();
        Map<NcuFact, Double> facts = means(launches);
        Set<NcuRule> rules = new LinkedHashSet<>();
        launches.forEach(launch -> rules.addAll(launch.rules()));
        return new NcuKernel(
                id,
                first.kernel().demangled(),
                first.grid(),
                first.block(),
                first.device(),
                first.process(),
                launches.size(),
                facts,
                NcuClasses.of(facts, marginPoints),
                NcuRooflines.mean(launches.stream().map(NcuLaunch::metrics).toList()),
                NcuLimits.of(first.metrics()),
                List.copyOf(rules));
    }

    private static Map<NcuFact, Double> means(List<NcuLaunch> launches) {
        Map<NcuFact, Double> means = new EnumMap<>(NcuFact.class);
        for (NcuFact fact : NcuFact.values()) {
            mean(launches, fact).ifPresent(mean -> means.put(fact, mean));
        }
        return means;
    }

    private static OptionalDouble mean(List<NcuLaunch> launches, NcuFact fact) {
        return launches.stream()
                .map(NcuLaunch::metrics)
                .map((NcuMetrics metrics) -> fact.of(metrics))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }
}
