package dev.llmprof.study.json;

import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.ncu.NcuKernel;
import dev.llmprof.analysis.ncu.NcuKernels;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuRule;

/// A profile of kernels as JSON: every fact in the unit that its key names.
final class NcuJson {
    private NcuJson() {}

    static void write(String source, NcuProfile profile, NcuView view, JsonOut out) {
        out.put("source", source);
        out.put("launches", profile.launches().size());
        out.rows(
                "kernels",
                NcuKernels.of(profile, view.marginPoints()),
                kernel -> kernel(kernel, view, out));
    }

    private static void kernel(NcuKernel kernel, NcuView view, JsonOut out) {
        out.put("id", kernel.id());
        out.put("name", kernel.name());
        view.descriptions().of(kernel.name()).ifPresent(name -> out.put("display_name", name));
        out.put("device", kernel.device().name());
        out.put("compute_capability", kernel.device().computeCapability());
        out.put("grid", kernel.grid().toString());
        out.put("block", kernel.block().toString());
        out.put("launches", kernel.launches());
        for (NcuFact fact : NcuFact.values()) {
            kernel.fact(fact).ifPresent(value -> out.put(fact.column(), fact.inColumnUnit(value)));
        }
        out.put("bound", kernel.boundBy().bound().label());
        out.put("leaning", kernel.boundBy().leaning().label());
        out.put("limiter", kernel.boundBy().limiter());
        kernel.roofline()
                .main()
                .ifPresent(point -> {
                    out.put("roofline_arithmetic", point.arithmetic().label());
                    out.put("roofline_flop_per_byte", point.operationsPerByte());
                    out.put("roofline_flop_per_s", point.operationsPerSecond());
                });
        out.rows("rules", kernel.rules(), rule -> rule(rule, out));
    }

    private static void rule(NcuRule rule, JsonOut out) {
        out.put("section", rule.section());
        out.put("rule", rule.rule());
        out.put("message", rule.message());
        rule.speedup().ifPresent(speedup -> out.put("estimated_speedup_pct", speedup.percent()));
    }
}
