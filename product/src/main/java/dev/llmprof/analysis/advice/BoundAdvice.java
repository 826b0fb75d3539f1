package dev.llmprof.analysis.advice;

import static dev.llmprof.analysis.advice.Advices.share;

import dev.llmprof.analysis.prediction.OperatorClass;
import dev.llmprof.analysis.prediction.OperatorJoin;
import dev.llmprof.analysis.prediction.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a model's bounds show beside the measured phases.
final class BoundAdvice {
    private static final double TIMES_THE_BOUND = 1.5;
    private static final double LOST_TIME = .10;

    private static final Set<String> BOUNDED =
            Set.of(
                    OperatorClass.MATRIX.label(),
                    OperatorClass.ATTENTION.label(),
                    OperatorClass.CONVOLUTION.label());

    private BoundAdvice() {}

    static List<Advice> of(Prediction prediction, String capture) {
        var place = new Advice.Place(capture, prediction.hardware());
        double all =
                prediction.phases().stream().mapToDouble(p -> p.measuredNanos().orElse(0.0)).sum();
        double ridge = prediction.peakFlopsPerSecond() / prediction.bytesPerSecond();
        List<Advice> found = new ArrayList<>();
        for (Prediction.Part part : prediction.phases()) {
            double measured = part.measuredNanos().orElse(0.0);
            if (measured == 0 || part.impossible()) {
                continue;
            }
            Advice.PhaseBound phase = bound(prediction, part, part.phase());
            boolean matters = part.excessNanos() > LOST_TIME * all;
            if (part.bound() == Prediction.Bound.MEMORY) {
                found.add(
                        new Advice.MemoryBound(
                                place,
                                phase,
                                classes(prediction, part.phase()),
                                part.flopsPerByte(),
                                ridge,
                                share(measured, all)));
            } else if (matters && measured > TIMES_THE_BOUND * part.boundNanos()) {
                found.add(
                        new Advice.AboveBound(
                                place,
                                phase,
                                classes(prediction, part.phase()),
                                share(part.excessNanos(), all)));
            }
        }
        return found;
    }

    /// The classes of operators that lose the most against their own bounds. Norms and what is left
    /// over have hardly any bound of their own.
    static List<Advice.PhaseBound> classes(Prediction prediction, String phase) {
        return prediction.operators().stream()
                .filter(part -> part.phase().equals(phase) && part.boundNanos() > 0)
                .filter(part -> BOUNDED.contains(part.operators()))
                .filter(part -> part.measuredNanos().isPresent() && part.excessNanos() > 0)
                .map(part -> bound(prediction, part, part.operators()))
                .toList();
    }

    private static Advice.PhaseBound bound(
            Prediction prediction, Prediction.Part part, String name) {
        long requests =
                prediction.joins().stream()
                        .filter(join -> join.phase().equals(part.phase()))
                        .mapToLong(OperatorJoin::requests)
                        .findFirst()
                        .orElse(1);
        return new Advice.PhaseBound(
                name, part.measuredNanos().orElseThrow(), part.boundNanos(), requests);
    }
}
