package dev.llmprof.analysis.ncu;

import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.trace.ncu.NcuRule;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/// What ncu counted for a kernel, means over the launches it profiled, for reports. `friendlyName`
/// is what people call it, empty where nobody said; `densePeaks` are those of the matrix units by
/// format, from our data on the device where its name is known.
public record KernelCounters(
        NcuKernel kernel, String friendlyName, SortedMap<String, Double> densePeaks) {
    public KernelCounters {
        densePeaks = new TreeMap<>(densePeaks);
    }

    /// Where it stands on the roofline.
    public record Point(double flopsPerByte, double flopsPerSecond) {}

    /// ncu's own advice; `speedupPercent` is its estimate where it gives one.
    public record Rule(String name, String kind, String message, OptionalDouble speedupPercent) {
        private static Rule of(NcuRule rule) {
            return new Rule(
                    rule.rule(),
                    rule.kind().name(),
                    rule.message(),
                    rule.speedup().stream().mapToDouble(s -> s.percent()).findFirst());
        }
    }

    public static KernelCounters of(NcuKernel kernel) {
        return of(kernel, "");
    }

    public static KernelCounters of(NcuKernel kernel, String friendlyName) {
        return new KernelCounters(
                kernel,
                friendlyName,
                ShippedGpus.matching(kernel.device().name())
                        .map(gpu -> new TreeMap<>(gpu.densePerSecond()))
                        .orElseGet(TreeMap::new));
    }

    public String id() {
        return kernel.id();
    }

    public String name() {
        return kernel.name();
    }

    public String grid() {
        return kernel.grid().toString();
    }

    public String block() {
        return kernel.block().toString();
    }

    public String device() {
        return kernel.device().name();
    }

    public String computeCapability() {
        return kernel.device().computeCapability();
    }

    public String process() {
        return kernel.process().name();
    }

    public long processId() {
        return kernel.process().pid();
    }

    public int launches() {
        return kernel.launches();
    }

    public NcuClass boundBy() {
        return kernel.boundBy();
    }

    public Optional<Point> roofline() {
        return kernel.roofline()
                .main()
                .map(point -> new Point(point.operationsPerByte(), point.operationsPerSecond()));
    }

    public OptionalDouble peakBytesPerSecond() {
        return kernel.roofline().peakDramBytesPerSecond();
    }

    public OptionalDouble peakFp32PerSecond() {
        return kernel.roofline().peakFp32PerSecond();
    }

    public NcuLimits limits() {
        return kernel.limits();
    }

    public List<Rule> rules() {
        return kernel.rules().stream().map(Rule::of).toList();
    }

    public OptionalDouble fact(NcuFact fact) {
        return kernel.fact(fact);
    }

    /// Advice to change something, not mere information.
    public List<Rule> advice() {
        return rules().stream().filter(rule -> !rule.kind().equals("INFORMATION")).toList();
    }
}
