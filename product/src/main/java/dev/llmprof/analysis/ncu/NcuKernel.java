package dev.llmprof.analysis.ncu;

import dev.llmprof.trace.ncu.Extent;
import dev.llmprof.trace.ncu.NcuLaunch.NcuDevice;
import dev.llmprof.trace.ncu.NcuLaunch.NcuProcess;
import dev.llmprof.trace.ncu.NcuRule;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// A profiled kernel: its launches' means, what bounds it, where it stands on the roofline, and
/// ncu's advice.
///
/// `facts` are in base units; a fact that ncu did not give is not there. Everything but `id` is
/// empty where ncu profiled no launch of it.
public record NcuKernel(
        String id,
        String name,
        Extent grid,
        Extent block,
        NcuDevice device,
        NcuProcess process,
        int launches,
        Map<NcuFact, Double> facts,
        NcuClass boundBy,
        NcuRoofline roofline,
        NcuLimits limits,
        List<NcuRule> rules) {
    public NcuKernel {
        var copy = new EnumMap<NcuFact, Double>(NcuFact.class);
        copy.putAll(facts);
        facts = Collections.unmodifiableMap(copy);
        rules = List.copyOf(rules);
    }

    /// All launches together, where ncu timed them.
    public OptionalDouble totalNanos() {
        OptionalDouble mean = fact(NcuFact.DURATION);
        return mean.isPresent() ? OptionalDouble.of(mean.getAsDouble() * launches) : mean;
    }

    public OptionalDouble fact(NcuFact fact) {
        Double value = facts.get(fact);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
