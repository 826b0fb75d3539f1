package dev.llmprof.analysis.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How many of a model's layers each pass of a trace ran, as a part of all of them: products of the
/// layers against the one product with the output head. A pass may leave the head out, so that more
/// layers than the model has say nothing.
record LayersSeen(double part) {
    /// A trace that begins or ends within a pass misses some.
    private static final double TOLERANCE = .1;

    static Optional<LayersSeen> of(ModelWeights weights, Map<Signature, ModelFit.Product> ran) {
        long heads = 0;
        List<Double> layered = new ArrayList<>();
        for (var each : ran.entrySet()) {
            int perPass = weights.runsPerPass().getOrDefault(each.getKey(), 0);
            long calls = each.getValue().calls();
            if (perPass == 1) {
                heads = Math.max(heads, calls);
            } else if (perPass > 1) {
                layered.add((double) calls / perPass);
            }
        }
        // An engine that joins products runs one of two that have the same sides: the median knows.
        layered.sort(Comparator.naturalOrder());
        double part = heads == 0 || layered.isEmpty() ? 0 : layered.get(layered.size() / 2) / heads;
        boolean headsLeftOut = part > 1 + TOLERANCE;
        return part == 0 || headsLeftOut ? Optional.empty() : Optional.of(new LayersSeen(part));
    }

    /// Is it what one of `stages` pipeline stages runs?
    boolean near(int stages) {
        return Math.abs(part * stages - 1) <= TOLERANCE;
    }
}
