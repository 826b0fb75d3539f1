package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.StepFacts;
import dev.llmprof.analysis.phase.StepKind;
import dev.llmprof.analysis.phase.StepLoad;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Reads what a step asked of a model from its facts.
final class StepDemands {
    /// More is no batch and no length, whatever a name says.
    private static final long MOST = 1L << 31;

    private final long shortestWindow;
    private final OptionalInt givenKeys;

    /// `givenKeys` is the length that the user knows and a step does not say.
    StepDemands(Decoder decoder, OptionalInt givenKeys) {
        this.shortestWindow =
                decoder.mixers().stream()
                        .mapToLong(mixer -> mixer.value().window())
                        .min()
                        .orElse(Mixer.UNLIMITED);
        this.givenKeys = givenKeys;
    }

    StepDemand of(StepFacts facts) {
        return switch (facts.kind()) {
            case PREFILL, DECODE, MIXED, VERIFY -> served(facts);
            case DRAFT -> unknown("a draft model runs in it, which is not the model named");
            case IDLE, CAPTURE -> unknown("it serves no request");
            case UNKNOWN -> unknown("what kind of step it is, the capture does not say");
        };
    }

    private static StepDemand unknown(String reason) {
        return new StepDemand.Unknown(reason);
    }

    private StepDemand served(StepFacts facts) {
        boolean context = facts.context().requests().orElse(0) > 0;
        boolean generation = facts.generation().requests().orElse(0) > 0;
        if (!context && !generation) {
            return unknown(
                    facts.kind() == StepKind.MIXED && facts.batch().isPresent()
                            ? "how its batch divides into prefill and decode is not said"
                            : "neither its name nor a shape in it says its batch");
        }
        List<Part> parts = new ArrayList<>();
        if (context) {
            parts.add(context(facts));
        }
        if (generation) {
            parts.add(generation(facts));
        }
        return joined(parts);
    }

    /// One phase of a step: its sums, or what is missing.
    private record Part(
            long requests,
            double queries,
            double keys,
            double squared,
            double byKeys,
            StepBasis basis,
            String missing) {

        static Part missing(String what) {
            return new Part(0, 0, 0, 0, 0, StepBasis.SUMS, what);
        }

        boolean sane() {
            return requests > 0
                    && requests < MOST
                    && queries >= 1
                    && queries < MOST
                    && keys >= queries
                    && keys < 1L << 50
                    && byKeys >= squared
                    && squared >= queries;
        }

        Work work() {
            return new Work.Sums((int) requests, queries, keys, squared, byKeys);
        }
    }

    private StepDemand joined(List<Part> parts) {
        StepBasis basis = StepBasis.SUMS;
        List<Work> loads = new ArrayList<>();
        for (Part part : parts) {
            if (!part.missing.isEmpty()) {
                return unknown(part.missing);
            }
            if (!part.sane()) {
                return unknown("the numbers in its name contradict each other");
            }
            // A window that may cut a sequence needs the lengths themselves.
            boolean cut = part.keys > shortestWindow && part.requests > 1;
            basis = basis.and(part.basis).and(cut ? StepBasis.LENGTHS : StepBasis.SUMS);
            loads.add(part.work());
        }
        return new StepDemand.Known(loads, basis);
    }

    /// Without more than tokens, prompts are alike and nothing of them is cached: the least there
    /// can be.
    private Part context(StepFacts facts) {
        StepLoad load = facts.context();
        long requests = load.requests().orElseThrow();
        if (load.tokens().isEmpty() && givenKeys.isEmpty()) {
            return Part.missing("how many tokens its prompts have is not said");
        }
        double queries =
                load.tokens().isPresent()
                        ? load.tokens().getAsLong()
                        : (double) requests * givenKeys.orElseThrow();
        boolean whole =
                load.keys().isPresent()
                        && load.tokensSquared().isPresent()
                        && load.tokensByKeys().isPresent();
        double keys = load.keys().isPresent() ? load.keys().getAsLong() : queries;
        return new Part(
                requests,
                queries,
                keys,
                whole ? load.tokensSquared().getAsLong() : queries * queries / requests,
                whole ? load.tokensByKeys().getAsLong() : queries * keys / requests,
                whole
                        ? said(facts)
                        : load.tokens().isPresent() ? StepBasis.LENGTHS : StepBasis.GIVEN,
                "");
    }

    private Part generation(StepFacts facts) {
        StepLoad load = facts.generation();
        long requests = load.requests().orElseThrow();
        if (load.tokens().isEmpty() && facts.kind() == StepKind.VERIFY) {
            return Part.missing("how many tokens it checks is not said");
        }
        double queries = load.tokens().orElse(requests);
        boolean one = queries == requests;
        boolean keysSaid = load.keys().isPresent();
        double keys =
                keysSaid
                        ? load.keys().getAsLong()
                        : Math.max(queries, (double) requests * givenKeys.orElse(1));
        boolean whole =
                keysSaid
                        && (one
                                || (load.tokensSquared().isPresent()
                                        && load.tokensByKeys().isPresent()));
        StepBasis basis =
                whole
                        ? said(facts)
                        : keysSaid
                                ? StepBasis.LENGTHS
                                : givenKeys.isPresent() ? StepBasis.GIVEN : StepBasis.NO_KEYS;
        return new Part(
                requests,
                queries,
                keys,
                one
                        ? queries
                        : load.tokensSquared().orElse(Math.round(queries * queries / requests)),
                one ? keys : load.tokensByKeys().orElse(Math.round(queries * keys / requests)),
                basis,
                "");
    }

    private static StepBasis said(StepFacts facts) {
        return facts.shaped() ? StepBasis.SHAPES : StepBasis.SUMS;
    }
}
