package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.plan.LaunchClass;
import dev.llmprof.analysis.plan.LaunchClasses;
import dev.llmprof.analysis.plan.NcuPlan;
import dev.llmprof.analysis.plan.ReplayCost;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.run.PlannedReplay;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// A plan for ncu, as lines or as JSON.
record NcuPlanPage(NcuPlan plan, ReplayCost cost, LaunchClasses all, List<String> program) {
    private static final int SHOWN = 15;
    private static final int LONGEST_NAME = 44;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<LaunchClass> chosen = plan.chosen();
        lines.add(
                text(
                        "%d of %,d classes, one launch each, cover %.1f %% of %.3f ms kernel time",
                        chosen.size(),
                        all.classes().size(),
                        100 * plan.coveredShare(),
                        plan.kernelNanos() / 1e6));
        lines.add(
                text(
                        "predicted %.1f of %.1f minutes: %d runs of the program (%.0f s each, as given"
                                + " or assumed) and %.1f minutes of replay",
                        plan.predictedSeconds() / 60,
                        plan.budgetSeconds() / 60,
                        plan.runs().size(),
                        cost.programSeconds(),
                        (plan.predictedSeconds() - plan.runs().size() * cost.programSeconds())
                                / 60));
        if (all.communicationNanos() > 0) {
            lines.add(
                    text(
                            "communication, %.1f %% of the kernel time, is never replayed: it hangs",
                            100.0 * all.communicationNanos() / all.kernelNanos()));
        }
        if (chosen.isEmpty()) {
            lines.add(whyNothing());
            return lines;
        }
        lines.add("");
        lines.add(" share  launches  headroom  kernel");
        chosen.stream().limit(SHOWN).map(this::line).forEach(lines::add);
        if (chosen.size() > SHOWN) {
            lines.add("        " + (chosen.size() - SHOWN) + " more: --json has all");
        }
        lines.add("");
        PlannedReplay.commands(plan, program).stream().map(PlannedReplay::line).forEach(lines::add);
        return lines;
    }

    private String whyNothing() {
        OptionalDouble least = all.classes().stream().mapToDouble(cost::seconds).min();
        if (least.isEmpty()) {
            return "nothing to profile: no other kernel ran";
        }
        double seconds = cost.programSeconds() + least.getAsDouble();
        return plan.budgetSeconds() < seconds
                ? text(
                        "nothing fits: one launch takes %.1f minutes, with the run of the program"
                                + " before it; --minutes %.0f, or --program-seconds if it is shorter",
                        seconds / 60, Math.ceil(seconds / 60))
                : "nothing to profile: every class runs at 90 % of what the GPU allows";
    }

    private String line(LaunchClass one) {
        return text(
                "%5.1f%%  %,8d  %8s  %s %s",
                100 * share(one),
                one.launches(),
                one.headroom().isPresent()
                        ? text("%.0f %%", 100 * one.headroom().getAsDouble())
                        : "–",
                ShownText.shortened(KernelNames.brief(one.kernel()), LONGEST_NAME),
                one.grid());
    }

    void json(PrintStream target) {
        try (var out = new JsonOut(new OutputStreamWriter(target, StandardCharsets.UTF_8))) {
            out.object(() -> {
                out.put("minutes", plan.budgetSeconds() / 60);
                out.put("predicted_minutes", plan.predictedSeconds() / 60);
                out.put("covered_share", plan.coveredShare());
                out.rows("classes", plan.chosen(), one -> row(one, out));
                out.lists("commands", PlannedReplay.commands(plan, program));
            });
        }
        target.println();
    }

    private void row(LaunchClass one, JsonOut out) {
        out.put("kernel", one.kernel());
        out.put("grid", one.grid());
        out.put("block", one.block());
        out.put("operator", one.operator());
        out.put("input_shapes", one.inputShapes());
        out.put("launches", one.launches());
        out.put("share", share(one));
        one.headroom().ifPresent(headroom -> out.put("headroom", headroom));
        out.put("minutes", cost.seconds(one) / 60);
    }

    private double share(LaunchClass one) {
        return (double) one.nanos() / all.kernelNanos();
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
    private static String text(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }
}
