package dev.llmprof.engine;

import dev.llmprof.cache.Cache;
import dev.llmprof.engine.builtin.SyntheticPages;
import dev.llmprof.engine.builtin.SyntheticPrompts;
import dev.llmprof.engine.builtin.TinyModel;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.ModelFiles;
import dev.llmprof.engine.model.TextModel;
import dev.llmprof.engine.profile.Nvtx;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.DatasetFiles;
import dev.llmprof.workload.ResultKeys;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;

/// The engine's entry: `java … dev.llmprof.engine.Main settings.json`; with `--about` it says what
/// its libtorch can do.
public final class Main {
    private static final int USER_ERROR = 2;
    private static final int OWN_FAULT = 3;
    private static final String ABOUT = "--about";

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.getenv(), System.err));
    }

    private static int run(String[] arguments, Map<String, String> environment, PrintStream log) {
        if (arguments.length != 1) {
            log.println("usage: dev.llmprof.engine.Main settings.json|" + ABOUT);
            return USER_ERROR;
        }
        try {
            if (arguments[0].equals(ABOUT)) {
                About.of(Natives.load(Cache.of(environment, log::println))).print(System.out);
                return 0;
            }
            infer(WorkloadSettings.read(Path.of(arguments[0])), environment, log);
            return 0;
        } catch (Problem.Found e) {
            e.problems().forEach(log::println);
            return USER_ERROR;
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(log);
            return OWN_FAULT;
        }
    }

    private static void infer(
            WorkloadSettings settings, Map<String, String> environment, PrintStream log)
            throws IOException {
        var interruption = Interruption.watched();
        try {
            var cache = Cache.of(environment, log::println);
            Path folder = modelFolder(settings, cache);
            Map<String, String> threads =
                    Environment.prepare(ModelFiles.bytes(folder), environment);
            Natives.load(cache);
            Computer computer = Computer.of(settings.device());
            Model model = open(settings.model(), folder, computer);
            var results = new Results();
            log.println(describe(results, settings, folder, computer, model, threads));
            List<Path> files = files(settings, cache, model);
            var inference =
                    new Inference(
                            settings,
                            computer,
                            model,
                            Nvtx.attached(environment),
                            results,
                            log,
                            interruption::happened);
            boolean whole = false;
            try {
                inference.run(files);
                whole = !interruption.happened();
            } finally {
                // One bad picture must not cost what came before it.
                results.write(settings.results(), !whole);
            }
        } finally {
            interruption.over();
        }
    }

    private static Model open(WorkloadSettings.Model asked, Path folder, Computer computer) {
        return Model.open(
                folder, Precision.of(asked.dtype()), computer.device(), asked.preprocess());
    }

    private static Path modelFolder(WorkloadSettings settings, Cache cache) {
        WorkloadSettings.Model model = settings.model();
        return model.path()
                .or(() ->
                        TinyModel.named(model.name()).map(tiny -> tiny.folder(cache, model.seed())))
                .orElseThrow(() ->
                        new Problem(
                                        "model " + model.name() + " has no folder",
                                        "model.path",
                                        "model.path=DIR, a Hugging Face folder; or model=tiny")
                                .found());
    }

    private static List<Path> files(WorkloadSettings settings, Cache cache, Model model) {
        WorkloadSettings.Dataset choice = settings.dataset();
        boolean text = model instanceof TextModel;
        if (choice.root().isEmpty()) {
            int count = choice.pages();
            long seed = choice.seed();
            Path root =
                    text
                            ? SyntheticPrompts.folder(cache, count, seed)
                            : SyntheticPages.folder(cache, count, seed);
            String pattern = text ? "*.txt" : "images/*.png";
            return new DatasetFiles(root, Optional.empty(), List.of(pattern)).all();
        }
        var files =
                new DatasetFiles(
                        choice.root().get(), choice.subsetFilelist(), choice.fallbackPatterns());
        return text ? files.prompts().all() : files.all();
    }

    /// Notes what is run on what, and says it in a line.
    private static String describe(
            Results results,
            WorkloadSettings settings,
            Path folder,
            Computer computer,
            Model model,
            Map<String, String> threads)
            throws IOException {
        String type = model.decoder().config().type();
        String precision = Precision.of(settings.model().dtype()).name().toLowerCase(Locale.ROOT);
        results.describe(ResultKeys.MODEL, settings.model().name());
        results.describe(ResultKeys.MODEL_TYPE, type);
        results.describe(ResultKeys.MODEL_PATH, folder.toString());
        results.describe(ResultKeys.PARAMETERS, model.weights().parameters());
        results.describe(ResultKeys.DTYPE, precision);
        results.describe(ResultKeys.IMAGE_MODE, settings.model().preprocess().mode());
        results.describe(ResultKeys.DEVICE, computer.name());
        results.describe(ResultKeys.FLOAT32_MATMUL, computer.floatProducts());
        results.describe(ResultKeys.TORCH, Loader.getVersion("org.bytedeco", "pytorch"));
        results.describe(ResultKeys.THREADS, threads);
        return String.format(
                Locale.ROOT,
                "model %s (%s, %.1f M parameters, %s) on %s",
                settings.model().name(),
                type,
                model.weights().parameters() / 1e6,
                precision,
                computer.name());
    }
}
