package dev.llmprof.compare.metric;

import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.fact.ComparedFact.Favours;
import dev.llmprof.compare.statistic.Estimate;
import dev.llmprof.compare.statistic.Estimates;
import dev.llmprof.compare.statistic.Outliers;
import dev.llmprof.compare.statistic.RankDrift;
import dev.llmprof.compare.statistic.RunNoise;
import dev.llmprof.compare.statistic.RunsNeeded;
import dev.llmprof.compare.statistic.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Answers about metrics that both sides have.
public final class MetricAnswers {
    private final GateRules rules;
    private final List<ComparedFact> facts;
    private final SaidTwice family;

    private MetricAnswers(GateRules rules, List<ComparedFact> facts, SaidTwice family) {
        this.rules = rules;
        this.facts = facts;
        this.family = family;
    }

    /// A metric of both sides.
    public record Pair(MetricRuns a, MetricRuns b) {}

    /// `facts` are those of both sides: a difference may explain a finding by itself.
    public static List<MetricAnswer> of(
            List<Pair> pairs, GateRules rules, List<ComparedFact> facts) {
        return new MetricAnswers(rules, facts, SaidTwice.of(pairs)).all(pairs);
    }

    private List<MetricAnswer> all(List<Pair> pairs) {
        List<Optional<Estimate>> estimates = pairs.stream().map(MetricAnswers::estimate).toList();
        double[] holm =
                family.holm(
                        estimates.stream()
                                .mapToDouble(each -> each.map(Estimate::p).orElse(1.0))
                                .toArray());
        List<MetricAnswer> answers = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            answers.add(answer(pairs.get(i), estimates.get(i), holm[i]));
        }
        return answers;
    }

    private MetricAnswer answer(Pair pair, Optional<Estimate> estimate, double holm) {
        if (estimate.isEmpty()) {
            return new MetricAnswer(
                    pair.a,
                    pair.b,
                    estimate,
                    1,
                    MetricVerdict.INCONCLUSIVE,
                    List.of(),
                    Stream.concat(Stream.of(new Doubt.NoiseUnknown()), broken()).toList(),
                    OptionalInt.empty());
        }
        MetricVerdict plain = verdict(pair);
        List<NamedRun> outliers =
                Stream.concat(outliers("A", pair.a), outliers("B", pair.b)).toList();
        List<Doubt> doubts = doubts(pair, plain, outliers);
        MetricVerdict verdict = doubts.isEmpty() ? plain : MetricVerdict.INCONCLUSIVE;
        boolean open =
                verdict == MetricVerdict.REGRESSION
                        ? holm > MetricAnswer.LEVEL
                        : verdict == MetricVerdict.INCONCLUSIVE && doubts.isEmpty();
        var wanted = new RunsNeeded.Wanted(margin(pair), MetricAnswer.LEVEL / family.measured());
        OptionalInt needed =
                open
                        ? RunsNeeded.of(
                                estimate.get(), pair.a.runs().size(), pair.b.runs().size(), wanted)
                        : OptionalInt.empty();
        return new MetricAnswer(pair.a, pair.b, estimate, holm, verdict, outliers, doubts, needed);
    }

    private static Optional<Estimate> estimate(Pair pair) {
        return Estimates.of(pair.a.values(), pair.b.values(), noise(pair));
    }

    /// That of A, the side that is known for longer.
    private static Optional<RunNoise> noise(Pair pair) {
        return pair.a.noise().or(pair.b::noise);
    }

    private double margin(Pair pair) {
        return rules.logMargin(pair.a.kind(), Samples.median(pair.a.values()));
    }

    private MetricVerdict verdict(Pair pair) {
        return estimate(pair)
                .map(found -> MetricVerdict.of(found, margin(pair), pair.a.kind().better()))
                .orElse(MetricVerdict.INCONCLUSIVE);
    }

    private static Stream<NamedRun> outliers(String side, MetricRuns runs) {
        return Arrays.stream(Outliers.of(runs.values()))
                .mapToObj(at -> new NamedRun(side, runs.runs().get(at)));
    }

    private List<Doubt> doubts(Pair pair, MetricVerdict plain, List<NamedRun> outliers) {
        List<Doubt> doubts = new ArrayList<>(broken().toList());
        if (RankDrift.drifts(pair.a.inTime())) {
            doubts.add(new Doubt.Drifts("A"));
        }
        if (RankDrift.drifts(pair.b.inTime())) {
            doubts.add(new Doubt.Drifts("B"));
        }
        if (plain == MetricVerdict.INCONCLUSIVE) {
            return doubts;
        }
        Pair rest = pair;
        for (NamedRun outlier : outliers) {
            rest = without(rest, outlier);
            MetricVerdict alone = verdict(without(pair, outlier));
            MetricVerdict without = alone == plain ? verdict(rest) : alone;
            if (without != plain) {
                doubts.add(new Doubt.OneRunDecides(outlier, without));
            }
        }
        facts.stream()
                .filter(fact -> fact.explains(finding(plain)))
                .forEach(fact -> doubts.add(new Doubt.ConditionFavours(fact.name())));
        return doubts;
    }

    private Stream<Doubt> broken() {
        return Stream.of("A", "B")
                .filter(side -> facts.stream().anyMatch(fact -> fact.breaksOff(side)))
                .map(Doubt.BreaksOff::new);
    }

    private static Favours finding(MetricVerdict plain) {
        return switch (plain) {
            case REGRESSION -> Favours.SLOWER;
            case IMPROVED -> Favours.FASTER;
            case UNCHANGED, INCONCLUSIVE -> Favours.NOTHING;
        };
    }

    private static Pair without(Pair pair, NamedRun outlier) {
        return outlier.side().equals("A")
                ? new Pair(pair.a.without(outlier.run()), pair.b)
                : new Pair(pair.a, pair.b.without(outlier.run()));
    }
}
