package dev.llmprof.run.stage;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.model.Presets;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.run.settings.GpuKeys;
import dev.llmprof.run.settings.StaticKeys;
import dev.llmprof.stage.paper.StaticAnalysisStage;
import dev.llmprof.stage.paper.StaticSettings;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;

/// The static analysis from its keys: it counts what the workload will be asked.
public final class StaticStages {
    /// Text around a page's placeholders: the first token and a short instruction.
    private static final int PROMPT_TOKENS = 10;

    private StaticStages() {}

    public static StageDefinition definition() {
        return StageDefinition.of("static_analysis", StaticKeys.Static.class, StaticStages::stage)
                .withPresets("profiling/static")
                .withResults("static.result", "static.measured")
                .withOldEntries("llm-profile-runner", "stage1-run", "stage-all-run");
    }

    private static Optional<Stage> stage(StaticKeys.Static keys, Parts parts) {
        Binder binder = parts.binder();
        Optional<StaticKeys.Model> model = binder.read("model", StaticKeys.Model.class);
        Optional<StaticKeys.Workload> workload = binder.read("workload", StaticKeys.Workload.class);
        if (model.isEmpty() || workload.isEmpty()) {
            return Optional.empty();
        }
        Request synthetic = synthetic(binder, model.get());
        Optional<Images> real =
                keys.useSyntheticInputs()
                        ? Optional.empty()
                        : FirstInput.of(binder, synthetic.images());
        StaticSettings settings =
                new StaticSettings(
                        keys.writeReports(),
                        keys.useAnalyticFallback(),
                        described(model.get(), workload.get().kind()),
                        model.get().dtype().flatMap(StaticStages::precision),
                        real.map(synthetic::withImages).orElse(synthetic));
        var files = new StaticFiles(GpuKeys.named(binder), parts.environment(), real.isEmpty());
        return Optional.of(new StaticAnalysisStage(settings, files));
    }

    /// The model that the workload runs, as [dev.llmprof.model.ModelFiles] opens it, where known.
    public static Optional<String> modelOf(Binder binder) {
        return binder.read("model", StaticKeys.Model.class)
                .flatMap(model ->
                        binder.read("workload", StaticKeys.Workload.class)
                                .flatMap(workload -> described(model, workload.kind())));
    }

    /// The folder where there is one, else a preset of the model's name; a program of the user's
    /// own runs the model only if a folder was named.
    private static Optional<String> described(StaticKeys.Model model, String kind) {
        boolean builtin = kind.toLowerCase(Locale.ROOT).equals("builtin");
        Optional<String> folder = model.path().filter(Files::exists).map(Object::toString);
        if (folder.isPresent()) {
            return folder;
        }
        if (Presets.own(model.name())) {
            return builtin ? Optional.of(model.name()) : Optional.empty();
        }
        return Optional.of(model.name().replace('_', '-')).filter(Presets.names()::contains);
    }

    private static Optional<Precision> precision(String dtype) {
        return Format.named(dtype.toLowerCase(Locale.ROOT)).map(Precision::of);
    }

    /// One picture of the model's own size, or a prompt for a model that takes no pictures.
    private static Request synthetic(Binder binder, StaticKeys.Model model) {
        int newTokens =
                binder.read("infer", StaticKeys.Infer.class)
                        .flatMap(StaticKeys.Infer::maxNewTokens)
                        .orElse(Request.DEFAULT.newTokens());
        if (model.preprocess().isEmpty()) {
            int prompt =
                    binder.read("", StaticKeys.Root.class)
                            .flatMap(StaticKeys.Root::request)
                            .flatMap(StaticKeys.Request::prompt)
                            .orElse(Request.DEFAULT.promptTokens());
            return new Request(1, prompt, newTokens, Images.NONE);
        }
        Preprocess preprocess = preprocess(model.preprocess().get());
        int base = preprocess.baseSize();
        return new Request(
                1, PROMPT_TOKENS, newTokens, new Images(1, base, base, preprocess.mode()));
    }

    private static Preprocess preprocess(StaticKeys.Preprocess keys) {
        Preprocess usual = Preprocess.GUNDAM;
        return new Preprocess(
                keys.baseSize().orElse(usual.baseSize()),
                keys.imageSize().orElse(usual.imageSize()),
                keys.cropMode().orElse(usual.cropMode()),
                keys.maxTiles().orElse(usual.maxTiles()));
    }
}
