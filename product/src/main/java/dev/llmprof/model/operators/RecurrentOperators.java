package dev.llmprof.model.operators;

import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Convolution;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Scan;
import dev.llmprof.model.shape.Work;
import java.util.List;

/// The operators of a layer that carries a state along.
final class RecurrentOperators {
    private RecurrentOperators() {}

    static void add(List<Operator> operators, int count, Mixer.Recurrent mixer, Work work) {
        double tokens = work.tokens();
        String prefix = mixer.name() + ".";
        for (Mixer.Recurrent.Projection each : mixer.projections()) {
            operators.add(
                    new Linear(
                            prefix + each.name(),
                            count,
                            tokens,
                            each.in(),
                            each.out(),
                            each.bias(),
                            each.split()));
        }
        addKernel(operators, prefix, count, mixer.kernel(), tokens);
        for (Mixer.Recurrent.Width each : mixer.norms()) {
            operators.add(
                    new Norm(
                            prefix + each.name(),
                            count,
                            tokens * each.rows(),
                            each.width(),
                            each.kind()));
        }
        if (mixer.own() > 0 || mixer.updateFlops() > 0) {
            operators.add(
                    new Scan(
                            prefix + "scan",
                            count,
                            tokens,
                            mixer.updateFlops(),
                            moved(mixer),
                            mixer.own(),
                            work.batch() * mixer.stateElements(),
                            work.batch() * mixer.kernelElements()));
        }
    }

    private static void addKernel(
            List<Operator> operators,
            String prefix,
            int count,
            Mixer.Recurrent.Kernel kernel,
            double tokens) {
        long channels = kernel.channels();
        if (kernel.length() > 0 && channels > 0) {
            operators.add(
                    new Convolution(
                            prefix + "conv1d",
                            count,
                            tokens,
                            tokens,
                            channels,
                            channels,
                            kernel.length(),
                            channels,
                            kernel.bias()));
        }
    }

    /// What the convolution gives it, and what it gives the last matrix.
    private static long moved(Mixer.Recurrent mixer) {
        return mixer.projections().isEmpty()
                ? 0
                : mixer.kernel().channels() + mixer.projections().getLast().in();
    }
}
