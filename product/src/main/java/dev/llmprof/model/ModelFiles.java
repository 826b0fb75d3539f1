package dev.llmprof.model;

import dev.llmprof.model.checkpoint.Checkpoint;
import dev.llmprof.model.checkpoint.HubCache;
import dev.llmprof.model.checkpoint.JsonTree;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.checkpoint.OcrShapes;
import dev.llmprof.model.cost.StoredParts;
import dev.llmprof.model.shape.Model;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Opens what describes a model: a config.json, a folder that has one, a GGUF file, or a preset's
/// name.
public final class ModelFiles {
    private static final String CONFIG = "config.json";
    private static final String PREPROCESSOR = "preprocessor_config";
    private static final long MOST_CONFIG_BYTES = 16 << 20;

    private ModelFiles() {}

    /// A path where there is one, else a preset, else what the hub's cache has under this name.
    public static Model open(String word) {
        return open(word, System.getenv());
    }

    static Model open(String word, Map<String, String> environment) {
        Optional<Path> path = path(word);
        if (path.filter(Files::isDirectory).isPresent()) {
            return folder(path.get());
        }
        if (path.filter(Files::exists).isPresent()) {
            return file(path.get());
        }
        Optional<Model> preset = Presets.find(word);
        if (preset.isPresent()) {
            return preset.get();
        }
        Optional<Path> cached =
                HubCache.isName(word) ? HubCache.find(word, environment) : Optional.empty();
        return cached.map(snapshot -> folder(snapshot).named(word))
                .orElseThrow(() -> absent(word).found());
    }

    /// Not every word is a path: some hold characters no file system takes.
    private static Optional<Path> path(String word) {
        try {
            return Optional.of(Path.of(word));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static Problem absent(String word) {
        if (HubCache.isName(word)) {
            String plain = word.substring(word.indexOf('/') + 1);
            return new Problem(
                    "'%s' is neither here nor among the models Hugging Face's tools have downloaded"
                            .formatted(word),
                    "the command line",
                    "hf download %s config.json --local-dir %s, then llmprof model %s%s"
                            .formatted(word, plain, plain, Presets.alike(plain)));
        }
        if (word.contains("/") || word.endsWith(".json")) {
            return new Problem(
                    "there is no file or folder '" + word + "'",
                    "the command line",
                    "name a config.json, a folder that has one, a GGUF file or a preset");
        }
        return new Problem(
                "no file, folder or preset '" + word + "'", "the command line", Presets.fix(word));
    }

    private static Model folder(Path folder) {
        Path config = folder.resolve(CONFIG);
        if (!Files.exists(config)) {
            Optional<Path> gguf = gguf(folder);
            if (gguf.isPresent()) {
                return file(gguf.get());
            }
            throw new Problem(
                            "this folder holds no " + CONFIG,
                            folder.toString(),
                            "name a folder as Hugging Face has them, or the file itself")
                    .found();
        }
        return file(config);
    }

    private static Optional<Path> gguf(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".gguf")).sorted().findFirst();
        } catch (IOException e) {
            throw new Problem("it cannot be listed: " + e.getMessage(), folder.toString(), "")
                    .found();
        }
    }

    private static Model file(Path file) {
        if (file.toString().endsWith(".gguf")) {
            return GgufFiles.read(file);
        }
        if (file.toString().endsWith(".safetensors")) {
            return folder(file.toAbsolutePath().resolveSibling(""));
        }
        Optional<Checkpoint> weights =
                file.endsWith(CONFIG)
                        ? Checkpoint.of(file.toAbsolutePath().resolveSibling(""))
                        : Optional.empty();
        Map<String, Object> values =
                file.endsWith(CONFIG) ? withPreprocessor(values(file), file) : values(file);
        Model model =
                Architectures.read(
                        new ModelConfig(
                                weights.map(found -> OcrShapes.refined(values, found))
                                        .orElse(values),
                                file.toString()));
        Model named = model.name().equals(file.toString()) ? model.named(nameOf(file)) : model;
        if (file.endsWith(CONFIG)
                && Checkpoint.isIndexOnly(file.toAbsolutePath().resolveSibling(""))) {
            return named.noting(
                    "the weights' index is here and its files are not: counted from config.json");
        }
        return weights.map(found -> named.with(StoredParts.difference(found, named))).orElse(named);
    }

    /// How pictures are prepared lies beside, in a file of its own or with the processor's words.
    private static Map<String, Object> withPreprocessor(Map<String, Object> values, Path file) {
        Map<String, Object> own = new HashMap<>(values);
        for (String name : List.of("preprocessor_config.json", "processor_config.json")) {
            Path beside = file.resolveSibling(name);
            if (Files.isRegularFile(beside) && !own.containsKey(PREPROCESSOR)) {
                Map<String, Object> said = values(beside);
                own.put(PREPROCESSOR, said.getOrDefault("image_processor", said));
            }
        }
        return own;
    }

    private static Map<String, Object> values(Path file) {
        try {
            if (Files.size(file) > MOST_CONFIG_BYTES) {
                throw new Problem(
                                "this file is too large for a config.json",
                                file + ", " + Files.size(file) + " bytes",
                                "name the folder or its config.json")
                        .found();
            }
            return JsonTree.object(Files.readAllBytes(file), file.toString());
        } catch (IOException e) {
            throw new Problem("it cannot be read: " + e.getMessage(), file.toString(), "").found();
        }
    }

    /// The folder's name says more than `config.json`.
    private static String nameOf(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        boolean plain = file.endsWith(CONFIG) && whole.getNameCount() > 1;
        return whole.getName(whole.getNameCount() - (plain ? 2 : 1)).toString();
    }
}
