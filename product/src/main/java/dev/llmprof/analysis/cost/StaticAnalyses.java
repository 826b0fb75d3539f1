package dev.llmprof.analysis.cost;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.operators.Phases;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Analyses a model on paper.
public final class StaticAnalyses {
    private StaticAnalyses() {}

    public static StaticAnalysis of(
            Model model, Request request, Counting counting, Optional<Gpu> gpu) {
        return of(model, request, counting, gpu, 1);
    }

    /// `reachable` is the part of a device's bandwidth to count with; one gives a true bound.
    public static StaticAnalysis of(
            Model model, Request request, Counting counting, Optional<Gpu> gpu, double reachable) {
        Optional<Ceiling> ceiling =
                gpu.map(device -> Ceiling.of(device, counting.precision(), reachable));
        List<PhaseCost> phases = PhaseCosts.of(model, request, counting, ceiling);
        return new StaticAnalysis(
                model,
                request,
                Phases.promptTokens(model, request),
                counting,
                Parameters.of(model, counting.precision()),
                new KvCache(model.decoder(), counting.precision().cache()),
                phases,
                ceiling.map(top -> OnDevices.of(model, request, counting, top, phases)),
                notes(model, request, ceiling));
    }

    private static List<String> notes(Model model, Request request, Optional<Ceiling> ceiling) {
        List<String> notes = new ArrayList<>(model.notes());
        model.checkpoint().ifPresent(difference -> notes.add(difference.sentence()));
        if (model.assumed()) {
            notes.add(
                    "assumed: '%s' is not a family we know; read as a plain decoder"
                            .formatted(model.family()));
        }
        if (!model.unknownKeys().isEmpty()) {
            notes.add("keys nobody understood: " + String.join(", ", model.unknownKeys()));
        }
        if (request.images().count() > 0 && model.vision().isEmpty()) {
            notes.add("this model has no eyes we know; its images were left out");
        }
        long longest = model.longestContext();
        long asked = (long) Phases.promptTokens(model, request) + request.newTokens();
        if (longest > 0 && asked > longest) {
            notes.add("%d positions are more than the model's %d".formatted(asked, longest));
        }
        ceiling.map(Ceiling::note).filter(note -> !note.isEmpty()).ifPresent(notes::add);
        return notes;
    }
}
