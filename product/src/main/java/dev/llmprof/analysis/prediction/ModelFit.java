package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.StepOrigin;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.trace.Rank;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// Whether a trace can be of a model, judged by the weights of its matrix products and by how often
/// a pass ran them.
public sealed interface ModelFit {

    /// The trace's products are the model's, as one of that many GPUs runs them; `layers` where
    /// their number is the model's, too.
    record Fits(Parallel parallel, boolean layers) implements ModelFit {}

    /// They are not; `reason` is a sentence for the user.
    record Misfit(String reason) implements ModelFit {}

    /// The trace has no shapes of matrix products.
    record Unchecked() implements ModelFit {}

    /// Less of the time than this in products of the model's sides: another model.
    double LEAST_SHARE = .5;

    List<Integer> TENSOR_DEGREES = List.of(1, 2, 4, 8, 16, 32);

    /// Whole steps tell how often a pass ran a kernel, even where no operator is known.
    static ModelFit of(Model model, Capture capture) {
        int worldSize = capture.origin().rank().map(Rank::worldSize).orElse(0);
        ModelFit shapes = of(model, capture.operators(), worldSize);
        StepTimes times = capture.marked().times();
        boolean whole = times.origin() == StepOrigin.NAMES && times.onGpu();
        boolean open =
                shapes instanceof Unchecked
                        || (shapes instanceof Fits(_, boolean layers) && !layers);
        return KernelRepeats.of(capture.gpu().kernels())
                .filter(_ -> whole && open)
                .filter(repeats -> !repeats.fits(model.decoder()))
                .<ModelFit>map(repeats -> new Misfit(otherRepeats(model, repeats)))
                .orElse(shapes);
    }

    private static String otherRepeats(Model model, KernelRepeats repeats) {
        return "the model has %,d layers, the kernels of matrix products ran %,d times each"
                .formatted(model.decoder().layers(), repeats.count());
    }

    /// `worldSize` limits how many GPUs can share the model; zero where the trace does not say.
    private static ModelFit of(Model model, List<PhaseOperator> ran, int worldSize) {
        Map<Signature, Product> products = products(ran);
        long known = products.values().stream().mapToLong(Product::nanos).sum();
        if (known == 0) {
            return new Unchecked();
        }
        Candidate best =
                TENSOR_DEGREES.stream()
                        .filter(tensor -> tensor == 1 || worldSize == 0 || worldSize % tensor == 0)
                        .map(tensor -> Candidate.of(model, tensor, products))
                        .max(
                                Comparator.comparingLong(Candidate::matchedNanos)
                                        .thenComparing(
                                                Candidate::tensor, Comparator.reverseOrder()))
                        .orElseThrow();
        double share = (double) best.matchedNanos / known;
        if (share < LEAST_SHARE) {
            return new Misfit(otherShapes(model, best, products, share));
        }
        Optional<LayersSeen> seen = LayersSeen.of(best.weights, products);
        return layers(model, best, seen, Math.max(1, worldSize));
    }

    private static ModelFit layers(
            Model model, Candidate best, Optional<LayersSeen> seen, int worldSize) {
        int layers = model.decoder().layers();
        if (seen.isEmpty() || seen.get().near(1)) {
            return new Fits(new Parallel(best.tensor, 1, 1), seen.isPresent());
        }
        for (int stages = 2; stages * best.tensor <= worldSize; stages++) {
            if (worldSize % (stages * best.tensor) == 0 && seen.get().near(stages)) {
                return new Fits(new Parallel(best.tensor, stages, 1), true);
            }
        }
        return new Misfit(
                "the model has %,d layers, the trace ran %,d in a pass"
                        .formatted(layers, Math.round(layers * seen.get().part())));
    }

    private static String otherShapes(
            Model model, Candidate best, Map<Signature, Product> products, double share) {
        Map.Entry<Signature, Product> stranger =
                products.entrySet().stream()
                        .filter(each -> !best.weights.has(each.getKey()))
                        .max(Map.Entry.comparingByValue(Comparator.comparingLong(Product::nanos)))
                        .orElseThrow();
        return "%.0f %% of the time in matrix products has shapes of this model (hidden size %,d); the longest other is %,d × %,d"
                .formatted(
                        100 * share,
                        model.decoder().hidden(),
                        stranger.getKey().in(),
                        stranger.getKey().out());
    }

    private static Map<Signature, Product> products(List<PhaseOperator> ran) {
        boolean device = ran.stream().anyMatch(each -> each.deviceNanos() > 0);
        ToLongFunction<PhaseOperator> nanos =
                device ? PhaseOperator::deviceNanos : PhaseOperator::hostNanos;
        Map<Signature, Product> products = new HashMap<>();
        for (PhaseOperator operator : ran) {
            long time = nanos.applyAsLong(operator);
            if (time > 0 && OperatorClass.ofOperator(operator.name()) == OperatorClass.MATRIX) {
                Signature.of(operator.name(), Shapes.of(operator.shapes()))
                        .forEach(each ->
                                products.merge(
                                        each, new Product(operator.calls(), time), Product::plus));
            }
        }
        return products;
    }

    /// Products of one shape.
    record Product(long calls, long nanos) {
        Product plus(Product other) {
            return new Product(calls + other.calls, nanos + other.nanos);
        }
    }

    /// The model as one of `tensor` GPUs runs it.
    record Candidate(int tensor, ModelWeights weights, long matchedNanos) {
        static Candidate of(Model model, int tensor, Map<Signature, Product> products) {
            ModelWeights weights = ModelWeights.of(model, tensor);
            long matched =
                    products.entrySet().stream()
                            .filter(each -> weights.has(each.getKey()))
                            .mapToLong(each -> each.getValue().nanos())
                            .sum();
            return new Candidate(tensor, weights, matched);
        }
    }
}
