package dev.llmprof.engine.decoder;

import java.util.Optional;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/// Frees what a computation made on its way as soon as its result is there, so that the next one
/// writes to memory that is mapped already and in the caches.
final class Scratch {
    private Scratch() {}

    /// Adds what is computed to `x`, in a tensor that lives as long as the scope around this. What
    /// is computed must be a tensor of its own: one that an operation in place gave back is freed
    /// with the one it was called on.
    static Tensor sum(Tensor x, Supplier<Tensor> computation) {
        Optional<PointerScope> around = Optional.ofNullable(PointerScope.getInnerScope());
        try (var _ = new PointerScope()) {
            Tensor result = computation.get();
            result.add_(x);
            // Each counts as a reference, and the scope that ends here gives up only its own.
            around.ifPresentOrElse(scope -> scope.attach(result), result::retainReference);
            return result;
        }
    }
}
