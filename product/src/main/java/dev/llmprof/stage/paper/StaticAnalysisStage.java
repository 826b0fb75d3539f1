package dev.llmprof.stage.paper;

import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.StoredDifference;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.StageFiles;
import java.util.List;
import java.util.Optional;

/// Counts the model on paper. Starts no program, needs no GPU and no weights.
public record StaticAnalysisStage(StaticSettings settings, StaticReports reports) implements Stage {
    @Override
    public String name() {
        return "static_analysis";
    }

    @Override
    public Probe probe() {
        return new Probe.Ready("built in", List.of());
    }

    @Override
    public List<String> leaves() {
        return List.of("static_compute.json", "static_compute.md");
    }

    @Override
    public Outcome run(Workspace workspace) {
        if (settings.model().isEmpty()) {
            return new Outcome.Skipped(
                    "the program's model is read while it runs; model.path=FOLDER counts one before");
        }
        try {
            return count(workspace, ModelFiles.open(settings.model().get()));
        } catch (Problem.Found found) {
            return new Outcome.Failed(found.problems().getFirst(), List.of());
        }
    }

    private Outcome count(Workspace workspace, Model model) {
        if (model.assumed() && !settings.useAnalyticFallback()) {
            return new Outcome.Failed(
                    new Problem(
                            "'" + model.family() + "' is not a family we know",
                            settings.model().orElse(""),
                            "pipeline.static_analysis.use_analytic_fallback=true counts it as a"
                                    + " plain decoder"),
                    List.of());
        }
        Optional<StoredDifference> odd = model.checkpoint().filter(stored -> !stored.explained());
        if (odd.isPresent() && !settings.useAnalyticFallback()) {
            return new Outcome.Failed(
                    new Problem(
                            "the weights hold other numbers than the description gives: "
                                    + odd.get().sentence(),
                            settings.model().orElse(""),
                            "pipeline.static_analysis.use_analytic_fallback=true takes the"
                                    + " headers' total and counts the rest as described"),
                    List.of());
        }
        Precision precision = settings.precision().orElse(model.precision());
        if (!settings.writeReports()) {
            return new Outcome.Done(List.of());
        }
        StageFiles.directory(workspace.directory());
        return new Outcome.Done(
                reports.write(workspace.directory(), model, precision, settings.request()));
    }
}
