package dev.llmprof.report.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.GateVerdict;
import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.fact.FactClass;
import dev.llmprof.compare.fact.FactState;
import dev.llmprof.compare.metric.Doubt;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.metric.MetricVerdict;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.compare.statistic.RunsNeeded;
import dev.llmprof.report.block.ShownText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Sentences about a comparison.
public final class CompareWords {

    private CompareWords() {}

    /// The verdict and what it stands on.
    public static String headline(Comparison comparison) {
        if (comparison.sameCapture()) {
            return "unchanged: A and B are the same capture, byte for byte";
        }
        String reason =
                switch (comparison.verdict()) {
                    case NOT_COMPARABLE -> differing(comparison.forbidding());
                    case INCONCLUSIVE -> inconclusive(comparison);
                    case REGRESSION, IMPROVED, UNCHANGED -> about(decisive(comparison));
                };
        return comparison.verdict().word() + ": " + reason;
    }

    private static String inconclusive(Comparison comparison) {
        if (!comparison.stamps().isEmpty()) {
            return "no verdict, compared although " + differing(comparison.stamps());
        }
        return comparison.metrics().isEmpty()
                ? "the sides have no metric in common"
                : about(decisive(comparison));
    }

    /// The metric that the verdict is of, the surest first.
    private static MetricAnswer decisive(Comparison comparison) {
        return ordered(comparison.metrics()).getFirst();
    }

    /// The gravest first.
    static List<MetricAnswer> ordered(List<MetricAnswer> answers) {
        List<MetricVerdict> gravest =
                List.of(
                        MetricVerdict.REGRESSION,
                        MetricVerdict.INCONCLUSIVE,
                        MetricVerdict.IMPROVED,
                        MetricVerdict.UNCHANGED);
        return answers.stream()
                .sorted(
                        Comparator.comparingInt(
                                        (MetricAnswer each) -> gravest.indexOf(each.gating()))
                                .thenComparingDouble(MetricAnswer::holm))
                .toList();
    }

    private static String about(MetricAnswer answer) {
        String reasons = String.join("; ", reasons(answer));
        return answer.kind().name()
                + answer.estimate()
                        .map(estimate -> " " + CompareNumbers.change(estimate.ratio()))
                        .orElse("")
                + (reasons.isEmpty() ? "" : ", " + reasons);
    }

    /// Why a metric is inconclusive, and what would decide it.
    public static List<String> reasons(MetricAnswer answer) {
        List<String> reasons =
                new ArrayList<>(answer.doubts().stream().map(CompareWords::doubt).toList());
        if (answer.gating() != MetricVerdict.INCONCLUSIVE || !reasons.isEmpty()) {
            return reasons;
        }
        if (answer.verdict() == MetricVerdict.REGRESSION) {
            reasons.add(
                    "p " + CompareNumbers.small(answer.holm()) + " among all metrics is too large");
        }
        reasons.add(
                answer.runsNeeded().isPresent()
                        ? answer.runsNeeded().getAsInt() + " runs per side would decide"
                        : "even "
                                + ShownText.counted(RunsNeeded.MOST, "run", "runs")
                                + " per side would not decide");
        return reasons;
    }

    private static String doubt(Doubt doubt) {
        return switch (doubt) {
            case Doubt.NoiseUnknown() -> "run-to-run noise unknown: one run on a side";
            case Doubt.BreaksOff(String side) -> "a capture of " + side + " breaks off";
            case Doubt.Drifts(String side) -> "the runs of " + side + " drift with time";
            case Doubt.OneRunDecides(var run, MetricVerdict without) ->
                    "without run " + run.run().run() + " of " + run.side() + ": " + without.word();
            case Doubt.ConditionFavours(String fact) -> "another " + fact + " may explain it";
        };
    }

    private static String differing(List<ComparedFact> facts) {
        return facts.stream()
                .map(fact -> fact.name() + " differs (" + fact.a() + " / " + fact.b() + ")")
                .collect(Collectors.joining(", "));
    }

    /// Whether the sides may be compared, and what of it is not known.
    public static String comparability(Comparison comparison) {
        if (comparison.facts().isEmpty()) {
            return "facts: none, a table of values has none";
        }
        List<String> parts = new ArrayList<>();
        parts.add(
                comparison.verdict() == GateVerdict.NOT_COMPARABLE
                        ? "these must match and differ: " + names(comparison.forbidding())
                        : ShownText.counted(same(comparison), "fact", "facts") + " the same");
        named(parts, "unknown: ", comparison.facts(FactClass.MUST, FactState.UNKNOWN));
        named(parts, "warning, differ: ", comparison.facts(FactClass.SHOULD, FactState.DIFFERENT));
        return "facts: " + String.join("; ", parts);
    }

    private static long same(Comparison comparison) {
        return comparison.facts().stream().filter(fact -> fact.state() == FactState.SAME).count();
    }

    private static void named(List<String> parts, String lead, List<ComparedFact> facts) {
        if (!facts.isEmpty()) {
            parts.add(lead + names(facts));
        }
    }

    private static String names(List<ComparedFact> facts) {
        return facts.stream().map(ComparedFact::name).collect(Collectors.joining(", "));
    }

    /// What is worth saying beside: outliers, steps that do not count, what only one side has.
    static List<String> remarks(Comparison comparison) {
        List<String> remarks = new ArrayList<>();
        if (comparison.verdict() == GateVerdict.NOT_COMPARABLE) {
            String names = names(comparison.forbidding()).replace(" ", "");
            remarks.add("--allow " + names + " compares anyway, without a verdict");
        }
        for (MetricAnswer answer : comparison.metrics()) {
            answer.outliers()
                    .forEach(outlier ->
                            remarks.add(
                                    "run "
                                            + outlier.run().run()
                                            + " of "
                                            + outlier.side()
                                            + " is far from the others: "
                                            + answer.kind().name()
                                            + " "
                                            + CompareNumbers.value(
                                                    outlier.run().value(), answer.kind())));
        }
        comparison.metrics().forEach(answer -> dropped(answer).ifPresent(remarks::add));
        remarks.addAll(comparison.remarks());
        return remarks;
    }

    private static Optional<String> dropped(MetricAnswer answer) {
        long a = answer.a().runs().stream().mapToLong(RunValue::dropped).sum();
        long b = answer.b().runs().stream().mapToLong(RunValue::dropped).sum();
        return a + b == 0
                ? Optional.empty()
                : Optional.of(
                        answer.kind().name()
                                + ": warm-up steps that do not count: "
                                + a
                                + " of A, "
                                + b
                                + " of B");
    }
}
