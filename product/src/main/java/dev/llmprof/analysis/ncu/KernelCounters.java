package dev.llmprof.analysis.ncu;

import dev.llmprof.hardware.ShippedGpus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/// What ncu counted for a kernel, means over the launches it profiled, for reports. `densePeaks`
/// are those of the matrix units by format, from our data on the device where its name is known.
public record KernelCounters(
        String id,
        String name,
        String friendlyName,
        String grid,
        String block,
        String device,
        String computeCapability,
        String process,
        long processId,
        int launches,
        Map<NcuFact, Double> facts,
        NcuClass boundBy,
        Optional<Point> roofline,
        OptionalDouble peakBytesPerSecond,
        OptionalDouble peakFp32PerSecond,
        SortedMap<String, Double> densePeaks,
        NcuLimits limits,
        List<Rule> rules) {
    public KernelCounters {
        densePeaks = new TreeMap<>(densePeaks);
        rules = List.copyOf(rules);
    }

    /// Where it stands on the roofline.
    public record Point(double flopsPerByte, double flopsPerSecond) {}

    /// ncu's own advice; `speedupPercent` is its estimate where it gives one.
    public record Rule(String name, String kind, String message, OptionalDouble speedupPercent) {}

    public static KernelCounters of(NcuKernel kernel) {
        return of(kernel, "");
    }

    /// `friendlyName` is what people call it, empty where nobody said.
    public static KernelCounters of(NcuKernel kernel, String friendlyName) {
        return new KernelCounters(
                kernel.id(),
                kernel.name(),
                friendlyName,
                kernel.grid().toString(),
                kernel.block().toString(),
                kernel.device(),
                kernel.computeCapability(),
                kernel.process(),
                kernel.processId(),
                kernel.launches(),
                kernel.facts(),
                kernel.boundBy(),
                kernel.roofline()
                        .main()
                        .map(p -> new Point(p.operationsPerByte(), p.operationsPerSecond())),
                kernel.roofline().peakDramBytesPerSecond(),
                kernel.roofline().peakFp32PerSecond(),
                ShippedGpus.catalogue()
                        .matching(kernel.device())
                        .map(gpu -> new TreeMap<>(gpu.densePerSecond()))
                        .orElseGet(TreeMap::new),
                kernel.limits(),
                kernel.rules().stream()
                        .map(rule ->
                                new Rule(
                                        rule.rule(),
                                        rule.kind().name(),
                                        rule.message(),
                                        rule.speedup().stream()
                                                .mapToDouble(s -> s.percent())
                                                .findFirst()))
                        .toList());
    }

    public OptionalDouble fact(NcuFact fact) {
        Double value = facts.get(fact);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /// Advice to change something, not mere information.
    public List<Rule> advice() {
        return rules.stream().filter(rule -> !rule.kind().equals("INFORMATION")).toList();
    }
}
