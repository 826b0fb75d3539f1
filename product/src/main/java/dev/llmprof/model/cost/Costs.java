package dev.llmprof.model.cost;

import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Convention.Counted;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Attention;
import dev.llmprof.model.shape.Operator.Convolution;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Embedding;
import dev.llmprof.model.shape.Operator.Experts;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.RelativePositions;
import dev.llmprof.model.shape.Operator.RotaryAngles;
import dev.llmprof.model.shape.Operator.Scan;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Precision;

/// What each operator costs on one GPU, in all its repeats and passes.
public final class Costs {
    private Costs() {}

    public static Cost of(Phase phase, Counting counting) {
        Cost sum = Cost.NONE;
        for (Operator operator : phase.operators()) {
            sum = sum.plus(of(operator, phase.passes(), counting));
        }
        return sum;
    }

    public static Cost of(Operator operator, double passes, Counting counting) {
        Cost once =
                switch (operator) {
                    case Linear linear -> linear(linear, passes, counting);
                    case Attention attention -> attention(attention, counting);
                    case Experts experts -> experts(experts, passes, counting);
                    case Norm norm -> norm(norm, passes, counting);
                    case Elementwise elementwise -> elementwise(elementwise, counting);
                    case Embedding embedding -> embedding(embedding, counting);
                    case Convolution convolution -> convolution(convolution, passes, counting);
                    case RelativePositions positions -> positions(positions, passes, counting);
                    case Scan scan -> scan(scan, passes, counting);
                    case RotaryAngles angles -> angles(angles, counting);
                    case Stored _ -> Cost.NONE;
                };
        return operator.repeat() == 1 ? once : once.times(operator.repeat());
    }

    private static Cost linear(Linear linear, double passes, Counting counting) {
        if (linear.tokens() == 0) {
            return Cost.NONE;
        }
        int tensor = counting.parallel().tensor();
        double share = linear.split() == Linear.Split.WHOLE ? 1 : 1.0 / tensor;
        double in = linear.split() == Linear.Split.IN ? 1.0 / tensor : 1;
        double out = linear.split() == Linear.Split.OUT ? 1.0 / tensor : 1;
        double macs = linear.tokens() * linear.matrix() * share;
        double outputs = linear.tokens() * linear.groups() * linear.out();
        double inputs = linear.tokens() * linear.groups() * linear.in();
        double biases = linear.bias() ? linear.groups() * linear.out() : 0;
        return new Cost(
                tensor(macs, counting),
                everything(counting) && linear.bias() ? outputs * share : 0,
                passes * share * (weights(linear, counting) + other(biases, counting)),
                0,
                0,
                activations(inputs * in + outputs * out, counting));
    }

    /// Quantisation leaves the head wide.
    private static double weights(Linear linear, Counting counting) {
        return matrixBytes(linear, counting.precision());
    }

    static double matrixBytes(Linear linear, Precision precision) {
        return precision
                .mix()
                .bytes(
                        linear.name(),
                        (double) linear.matrix(),
                        (double) linear.in(),
                        format(linear, precision));
    }

    /// One expert's: those into its inner width, and the one back.
    static double matrixBytes(Experts experts, Precision precision) {
        double each = (double) experts.width() * experts.inner();
        int inward = experts.gated() ? 2 : 1;
        return inward * matrixBytes(experts, each, experts.width(), precision)
                + matrixBytes(experts, each, experts.inner(), precision);
    }

    private static double matrixBytes(
            Experts experts, double elements, long row, Precision precision) {
        return precision.mix().bytes(experts.name(), elements, (double) row, precision.experts());
    }

    static Format format(Linear linear, Precision precision) {
        return switch (linear.name()) {
            case "lm_head", "score", "router" -> precision.other();
            default -> precision.linear();
        };
    }

    private static Cost attention(Attention attention, Counting counting) {
        double share = 1.0 / counting.parallel().tensor();
        Convention convention = counting.convention();
        long heads = attention.heads().count();
        double widths = attention.heads().widths();
        double pairs = attention.batch() * heads * attention.scores() * share;
        boolean seen = convention.counted() != Counted.FVCORE || !convention.fused();
        double square =
                convention.fused() ? 0 : 4.0 * attention.batch() * heads * attention.squareScores();
        double ends = attention.batch() * attention.queries() * heads * widths;
        double encoder = attention.cached() ? 0 : ends;
        double kept = cacheShare(attention, counting.parallel()) * attention.cache().perToken();
        return new Cost(
                seen ? tensor(pairs * widths, counting) : 0,
                softmax(pairs, convention),
                0,
                cache(attention.batch() * attention.keys() * kept, counting),
                attention.cache().keeps()
                        ? cache(attention.batch() * attention.queries() * kept, counting)
                        : 0,
                activations((ends + encoder + square) * share, counting));
    }

    /// Fewer KV heads than GPUs are copied, and a latent is held by all.
    static double cacheShare(Attention attention, Parallel parallel) {
        if (attention.heads().keyValues() == 0) {
            return 1;
        }
        return Math.max(1.0 / parallel.tensor(), 1.0 / attention.heads().keyValues());
    }

    private static double softmax(double pairs, Convention convention) {
        return switch (convention.counted()) {
            case EVERYTHING -> 5 * pairs;
            case CALFLOPS -> pairs;
            case MATRIX, FVCORE -> 0;
        };
    }

    private static Cost experts(Experts experts, double passes, Counting counting) {
        if (experts.tokens() == 0) {
            return Cost.NONE;
        }
        Parallel parallel = counting.parallel();
        double share = 1.0 / Math.max(parallel.tensor(), parallel.expert());
        double runs = experts.tokens() * experts.active();
        double touched =
                Routing.expectedDistinct(
                        experts.experts(), experts.active(), experts.tokens() / passes);
        double bytes =
                matrixBytes(experts, counting.precision())
                        + other((double) experts.biases(), counting);
        double moved =
                runs * (2.0 * experts.width() + (experts.gated() ? 3.0 : 2.0) * experts.inner());
        double activated = experts.inner() * runs * share;
        return new Cost(
                tensor(runs * experts.matrices() * share, counting),
                everything(counting) ? (experts.gated() ? 5 : 4) * activated : 0,
                passes * touched * bytes * share,
                0,
                0,
                activations(moved * share, counting));
    }

    private static Cost norm(Norm norm, double passes, Counting counting) {
        double elements = norm.rows() * norm.width();
        boolean layer = norm.kind().layer();
        double flops =
                switch (counting.convention().counted()) {
                    case EVERYTHING -> norm.kind().flopsPerElement() * elements;
                    case FVCORE, CALFLOPS -> layer ? 5 * elements : 0;
                    case MATRIX -> 0;
                };
        double weights = norm.rows() == 0 ? 0 : passes * norm.parameters() / norm.repeat();
        return new Cost(
                0, flops, other(weights, counting), 0, 0, elementwiseBytes(2 * elements, counting));
    }

    private static Cost elementwise(Elementwise elementwise, Counting counting) {
        Elementwise.Arithmetic kind = elementwise.kind();
        double share = kind.split() ? 1.0 / counting.parallel().tensor() : 1;
        double elements = elementwise.elements() * share;
        double flops =
                switch (counting.convention().counted()) {
                    case EVERYTHING -> kind.flopsPerElement() * elements;
                    case CALFLOPS -> kind.activation() ? elements : 0;
                    case FVCORE, MATRIX -> 0;
                };
        double touched = kind.touchesPerElement() * elements;
        return new Cost(0, flops, 0, 0, 0, elementwiseBytes(touched, counting));
    }

    private static Cost embedding(Embedding embedding, Counting counting) {
        double elements = embedding.tokens() * embedding.width();
        double rows = elements / counting.parallel().tensor();
        return new Cost(0, 0, other(rows, counting), 0, 0, activations(elements, counting));
    }

    private static Cost convolution(Convolution convolution, double passes, Counting counting) {
        if (convolution.outputs() == 0) {
            return Cost.NONE;
        }
        double share = convolution.byChannel() ? 1.0 / counting.parallel().tensor() : 1;
        double outputs = convolution.outputs() * convolution.outChannels() * share;
        double inputs = convolution.inputs() * convolution.inChannels() * share;
        double weights = share * convolution.parameters() / convolution.repeat();
        return new Cost(
                tensor(convolution.outputs() * convolution.matrix() * share, counting),
                everything(counting) && convolution.bias() ? outputs : 0,
                passes * other(weights, counting),
                0,
                0,
                activations(inputs + outputs, counting));
    }

    private static Cost positions(RelativePositions positions, double passes, Counting counting) {
        double terms = 2 * positions.pairs() * positions.heads();
        double tables =
                positions.pairs() == 0 ? 0 : (double) positions.parameters() / positions.repeat();
        return new Cost(
                tensor(terms * positions.headWidth(), counting),
                everything(counting) ? terms : 0,
                passes * other(tables, counting),
                0,
                0,
                elementwiseBytes(2 * terms, counting));
    }

    /// The state stays on the chip within a pass and is read and written once; heads, and with them
    /// states, are split like the matrices around them.
    private static Cost scan(Scan scan, double passes, Counting counting) {
        double share = 1.0 / counting.parallel().tensor();
        double flops = scan.tokens() * scan.flopsPerToken() * share;
        double times = Math.min(scan.tokens(), passes) * share;
        long wide = scan.stateElements() - scan.kernelElements();
        double states =
                counting.precision().state().bytes(times * wide)
                        + cache(times * scan.kernelElements(), counting);
        return new Cost(
                0,
                everything(counting) ? flops : 0,
                passes * other(scan.ownParameters() * share, counting),
                states,
                states,
                activations(scan.tokens() * scan.movedPerToken() * share, counting));
    }

    /// Frameworks make the angles by a matrix product, so their counters see it as one.
    private static Cost angles(RotaryAngles angles, Counting counting) {
        double products = angles.tokens() * angles.frequencies();
        return everything(counting)
                ? new Cost(0, 2 * products, 0, 0, 0, 0)
                : new Cost(tensor(products, counting), 0, 0, 0, 0, 0);
    }

    private static double tensor(double macs, Counting counting) {
        return counting.convention().unit() == Convention.Unit.FLOP ? 2 * macs : macs;
    }

    private static boolean everything(Counting counting) {
        return counting.convention().counted() == Counted.EVERYTHING;
    }

    private static double other(double elements, Counting counting) {
        return counting.precision().other().bytes(elements);
    }

    private static double cache(double elements, Counting counting) {
        return elements == 0 ? 0 : counting.precision().cache().bytes(elements);
    }

    private static double activations(double elements, Counting counting) {
        return counting.precision().activation().bytes(elements);
    }

    private static double elementwiseBytes(double elements, Counting counting) {
        return counting.fusedElementwise() ? 0 : activations(elements, counting);
    }
}
