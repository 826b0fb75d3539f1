package dev.llmprof.report.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.compare.statistic.Estimate;
import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.compare.tree.TreeNode;
import dev.llmprof.report.format.JsonOut;
import java.io.StringWriter;
import java.util.Optional;
import java.util.function.Function;

/// A comparison as JSON, by docs/schema/compare.schema.json.
public final class CompareJson {

    private CompareJson() {}

    /// `exit` is what the command ends with.
    public static String of(Comparison comparison, int exit) {
        var text = new StringWriter();
        try (var out = new JsonOut(text)) {
            out.object(() -> write(out, comparison, exit));
        }
        return text + "\n";
    }

    private static void write(JsonOut out, Comparison comparison, int exit) {
        out.put("verdict", comparison.verdict().word());
        out.put("exit", exit);
        out.put("summary", CompareWords.headline(comparison));
        out.put("a", comparison.a());
        out.put("b", comparison.b());
        out.put("same_capture", comparison.sameCapture());
        out.rows(
                "comparability",
                comparison.facts(),
                fact -> {
                    out.put("fact", fact.name());
                    out.put("class", fact.factClass().word());
                    out.put("state", fact.state().word());
                    out.put("a", fact.a());
                    out.put("b", fact.b());
                });
        out.texts("allowed", comparison.allowed().stream().sorted().toList());
        out.rows("metrics", comparison.metrics(), answer -> metric(out, answer));
        comparison.tree().ifPresent(tree -> tree(out, tree));
        out.texts("remarks", CompareWords.remarks(comparison));
    }

    private static void metric(JsonOut out, MetricAnswer answer) {
        out.put("name", answer.kind().name());
        out.put("unit", answer.kind().unit());
        out.put("better", answer.kind().better().word());
        out.put("a_runs", answer.a().runs().size());
        out.put("b_runs", answer.b().runs().size());
        out.rows("a_values", answer.a().runs(), run -> run(out, run));
        out.rows("b_values", answer.b().runs(), run -> run(out, run));
        number(out, "estimate", answer, Estimate::ratio);
        number(out, "low", answer, Estimate::lowRatio);
        number(out, "high", answer, Estimate::highRatio);
        number(out, "confidence", answer, Estimate::confidence);
        number(out, "p", answer, Estimate::p);
        number(out, "p_holm", answer, _ -> answer.holm());
        number(out, "degrees_of_freedom", answer, Estimate::degrees);
        out.put("method", answer.estimate().map(e -> e.method().word()).orElse("none"));
        out.put("verdict", answer.verdict().word());
        out.put("gating_verdict", answer.gating().word());
        number(out, "detectable", answer, Estimate::detectable);
        out.putCell(
                "runs_needed",
                answer.runsNeeded().isPresent()
                        ? Optional.of(answer.runsNeeded().getAsInt())
                        : Optional.empty());
        out.texts("reasons", CompareWords.reasons(answer));
    }

    static void run(JsonOut out, RunValue run) {
        out.put("run", run.run());
        out.put("value", run.value());
        out.put("steps", run.steps());
        out.put("dropped", run.dropped());
    }

    private static void number(
            JsonOut out, String key, MetricAnswer answer, Function<Estimate, Double> value) {
        out.putCell(key, answer.estimate().map(value));
    }

    private static void tree(JsonOut out, TimeTree tree) {
        out.put("basis", tree.basis());
        out.object(
                "span",
                () -> {
                    out.put("a_ns", tree.aNanos());
                    out.put("b_ns", tree.bNanos());
                    out.put("a_idle_ns", tree.aIdleNanos());
                    out.put("b_idle_ns", tree.bIdleNanos());
                });
        out.object(
                "matched_share",
                () -> {
                    out.put("a", tree.aMatched());
                    out.put("b", tree.bMatched());
                });
        out.rows("tree", tree.nodes(), node -> node(out, node));
    }

    private static void node(JsonOut out, TreeNode node) {
        out.put("path", CompareBlocks.path(node));
        out.put("leaf", node.leaf());
        out.put("a_ns", node.aNanos());
        out.put("b_ns", node.bNanos());
        out.put("delta_ns", node.deltaNanos());
        out.put("count_effect_ns", node.countEffectNanos());
        out.put("time_effect_ns", node.timeEffectNanos());
        out.put("a_count", node.aCount());
        out.put("b_count", node.bCount());
        out.put("a_hidden_ns", node.aHiddenNanos());
        out.put("b_hidden_ns", node.bHiddenNanos());
        out.put("matched_by", node.matchedBy());
        out.putCell(
                "q", node.q().isPresent() ? Optional.of(node.q().getAsDouble()) : Optional.empty());
    }
}
