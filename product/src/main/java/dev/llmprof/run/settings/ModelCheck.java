package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A folder that is no model and a number format the engine does not compute in are said before
/// anything starts.
final class ModelCheck {
    private static final Set<String> FORMATS =
            Set.of("fp32", "float32", "bf16", "bfloat16", "fp16", "float16");
    private static final String PATH = "model.path";
    private static final String FORMAT = "model.dtype";

    private ModelCheck() {}

    static void check(Binder binder, EngineKeys.Model keys) {
        keys.path()
                .flatMap(ModelCheck::fault)
                .ifPresent(what ->
                        binder.add(
                                new Problem(
                                        what,
                                        binder.at(PATH),
                                        "model.path=FOLDER with config.json and its weights, or"
                                                + " model=tiny")));
        if (!FORMATS.contains(keys.dtype().toLowerCase(Locale.ROOT))) {
            binder.add(
                    new Problem(
                            "model.dtype is '" + keys.dtype() + "'",
                            binder.at(FORMAT),
                            "choose one of: fp32, bf16, fp16"));
        }
    }

    private static Optional<String> fault(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Optional.of("there is no model folder " + folder);
        }
        return Files.isRegularFile(folder.resolve("config.json"))
                ? Optional.empty()
                : Optional.of(
                        "the folder "
                                + folder
                                + " has no config.json, so it is not a"
                                + " model folder");
    }
}
