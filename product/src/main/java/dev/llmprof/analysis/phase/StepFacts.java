package dev.llmprof.analysis.phase;

import java.util.Optional;
import java.util.OptionalLong;

/// What the name of a step says: whose words it uses, what kind of step it is, and how much of what
/// it does; `shaped` where lengths are those of the attention in it. Nothing in it is guessed.
public record StepFacts(
        String engine,
        StepKind kind,
        OptionalLong batch,
        StepLoad context,
        StepLoad generation,
        boolean shaped) {

    /// What a range's name says, if it is that of a step or of a graph's capture.
    public static Optional<StepFacts> of(String name) {
        return StepPatterns.NAMES.facts(name);
    }

    static StepFacts unnamed(String engine, StepKind kind) {
        return new StepFacts(
                engine, kind, OptionalLong.empty(), StepLoad.UNKNOWN, StepLoad.UNKNOWN, false);
    }

    StepFacts as(StepKind other) {
        return new StepFacts(engine, other, batch, context, generation, shaped);
    }

    /// Requests of both phases, or the batch where only that is said.
    public OptionalLong requests() {
        OptionalLong both = sum(context.requests(), generation.requests());
        return both.isPresent() ? both : batch;
    }

    /// Tokens that go through the model.
    public OptionalLong tokens() {
        return sum(context.tokens(), generation.tokens());
    }

    /// Cached tokens of a request and its own, on average.
    public OptionalLong keysEach() {
        OptionalLong keys = sum(context.keys(), generation.keys());
        OptionalLong requests = requests();
        return keys.isPresent() && requests.orElse(0) > 0
                ? OptionalLong.of(Math.round((double) keys.getAsLong() / requests.getAsLong()))
                : OptionalLong.empty();
    }

    /// What a second name around the same step adds.
    StepFacts or(StepFacts other) {
        return new StepFacts(
                engine,
                kind,
                StepLoad.or(batch, other.batch),
                context.or(other.context),
                generation.or(other.generation),
                shaped || other.shaped);
    }

    /// With what the attention of the step was given, where the name is silent.
    StepFacts shaped(StepLoad load) {
        boolean prefill = kind == StepKind.PREFILL;
        return new StepFacts(
                engine,
                kind,
                batch,
                prefill ? context.or(load) : context,
                prefill ? generation : generation.or(load),
                true);
    }

    private static OptionalLong sum(OptionalLong first, OptionalLong second) {
        return first.isEmpty() && second.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(first.orElse(0) + second.orElse(0));
    }
}
