package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.StepKind;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Request;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The median step of one phase of a server: what its name says was asked of the model, and what it
/// took. A decode step without keys does not say how long its sequences were.
public record ServedStep(
        StepKind kind,
        int batch,
        OptionalInt tokensEach,
        OptionalInt keysEach,
        StepTimes.Typical measured,
        boolean onHost) {

    /// Empty where no step of that kind says its batch. Where the model itself ran `onHost`, the
    /// host's time is what a step took; else it is only what enqueueing took.
    public static Optional<ServedStep> of(StepTimes times, StepKind kind, boolean onHost) {
        Optional<StepTimes.Typical> typical =
                kind == StepKind.DECODE ? times.perOutputToken() : times.prefill();
        return times.kinds().stream()
                .filter(each -> each.kind().equals(kind.label()))
                .filter(each -> each.batch().orElse(0) > 0)
                .filter(each -> onHost || each.span().count() > 0)
                .findFirst()
                .flatMap(each -> typical.map(nanos -> of(kind, each, nanos, onHost)));
    }

    private static ServedStep of(
            StepKind kind, StepTimes.OfKind steps, StepTimes.Typical typical, boolean onHost) {
        long batch = steps.batch().orElseThrow();
        OptionalLong tokens =
                steps.tokens().isPresent()
                        ? OptionalLong.of(Math.ceilDiv(steps.tokens().getAsLong(), batch))
                        : OptionalLong.empty();
        return new ServedStep(kind, (int) batch, sane(tokens), sane(steps.keys()), typical, onHost);
    }

    private static OptionalInt sane(OptionalLong value) {
        return value.orElse(0) > 0 && value.getAsLong() < 1 << 28
                ? OptionalInt.of((int) value.getAsLong())
                : OptionalInt.empty();
    }

    private String clock() {
        if (onHost) {
            return measured.steady() ? "start to start on the host" : "from begin to end";
        }
        if (measured.steady()) {
            return "start to start on the GPU";
        }
        return kind == StepKind.DECODE ? "GPU busy" : "first to last GPU event";
    }

    ServedStep with(OptionalInt otherBatch) {
        return new ServedStep(
                kind, otherBatch.orElse(batch), tokensEach, keysEach, measured, onHost);
    }

    /// As costs on paper are asked for; `keys` is used where the step does not say its own.
    Optional<Request> request(OptionalInt keys) {
        if (kind == StepKind.DECODE) {
            int context = Math.max(0, keysEach.orElse(keys.orElse(1)) - 1);
            return Optional.of(new Request(batch, context, 1, Images.NONE));
        }
        OptionalInt tokens = tokensEach.isPresent() ? tokensEach : keys;
        return tokens.isPresent()
                ? Optional.of(new Request(batch, tokens.getAsInt(), 0, Images.NONE))
                : Optional.empty();
    }

    /// What both sides are about.
    String sentence(OptionalInt keys) {
        OptionalInt shown = keysEach.isPresent() ? keysEach : keys;
        String each =
                kind == StepKind.DECODE
                        ? shown.isPresent()
                                ? " at a KV length of %,d".formatted(shown.getAsInt())
                                : " without reading its KV cache, whose length is not in the trace"
                                        + " (give it with --prompt)"
                        : tokensEach.isPresent()
                                ? " of %,d tokens".formatted(tokensEach.getAsInt())
                                : "";
        return String.format(
                Locale.ROOT,
                "The %s bound is for one step of %,d %s%s; measured is the median of %,d %s,"
                        + " %s.",
                kind.phase(),
                batch,
                batch == 1 ? "sequence" : "sequences",
                each,
                measured.count(),
                measured.count() == 1 ? "step" : "steps",
                clock());
    }
}
