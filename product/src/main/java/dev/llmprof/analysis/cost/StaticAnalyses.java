package dev.llmprof.analysis.cost;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Request;
import dev.llmprof.model.shape.Vision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Analyses a model on paper.
public final class StaticAnalyses {
    private StaticAnalyses() {}

    public static StaticAnalysis of(
            Model model, Request request, Counting counting, Optional<Gpu> gpu) {
        return of(model, request, counting, gpu, Reachable.ALL);
    }

    public static StaticAnalysis of(
            Model read,
            Request request,
            Counting counting,
            Optional<Gpu> gpu,
            Reachable reachable) {
        Model model = read.lookingAt(request.images());
        Optional<Ceiling> ceiling =
                gpu.map(device -> Ceiling.of(device, counting.precision(), reachable));
        List<PhaseCost> phases = PhaseCosts.of(model, request, counting, ceiling);
        return new StaticAnalysis(
                model,
                request,
                RequestPhases.promptTokens(model, request),
                counting,
                Parameters.of(model, counting.precision()),
                KvCache.of(model.decoder(), counting.precision()),
                phases,
                ceiling.map(top -> OnDevices.of(model, request, counting, top, phases)),
                notes(model, request, ceiling));
    }

    /// What there is to say of the model, whatever is asked of it.
    public static List<String> notes(Model model) {
        List<String> notes = new ArrayList<>(model.notes());
        model.checkpoint().ifPresent(difference -> notes.add(difference.sentence()));
        if (model.assumed()) {
            notes.add(
                    "assumed: '%s' is not a family we know; read as a plain decoder"
                            .formatted(model.family()));
        }
        if (!model.unknownKeys().isEmpty()) {
            notes.add("keys not understood: " + String.join(", ", model.unknownKeys()));
        }
        return notes;
    }

    /// What there is to say of its pictures, if there are any.
    public static List<String> pictures(Model model, Request request) {
        if (request.images().count() == 0) {
            return List.of();
        }
        String said =
                model.vision()
                        .map(Vision::limitsSentence)
                        .orElse(
                                "this model has no vision encoder that llmprof knows; its"
                                        + " images are not counted");
        return said.isEmpty() ? List.of() : List.of(said);
    }

    private static List<String> notes(Model model, Request request, Optional<Ceiling> ceiling) {
        List<String> notes = new ArrayList<>(notes(model));
        notes.addAll(pictures(model, request));
        long longest = model.longestContext();
        long asked = (long) RequestPhases.promptTokens(model, request) + request.newTokens();
        if (longest > 0 && asked > longest) {
            notes.add("%d positions are more than the model's %d".formatted(asked, longest));
        }
        ceiling.map(Ceiling::note).filter(note -> !note.isEmpty()).ifPresent(notes::add);
        return notes;
    }
}
