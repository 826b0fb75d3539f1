package dev.llmprof.model;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Opens what describes a model: a config.json, a folder that has one, a GGUF file, or a preset's
/// name.
public final class ModelFiles {
    private static final String CONFIG = "config.json";
    private static final long MOST_CONFIG_BYTES = 16 << 20;

    private ModelFiles() {}

    /// A path where there is one, else a preset.
    public static Model open(String word) {
        Path path = Path.of(word);
        if (Files.isDirectory(path)) {
            return folder(path);
        }
        if (Files.exists(path)) {
            return file(path);
        }
        return Presets.find(word)
                .orElseThrow(() ->
                        new Problem(
                                        "no file, folder or preset '" + word + "'",
                                        "the command line",
                                        Presets.fix(word))
                                .found());
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
        Map<String, Object> values = values(file);
        Model model =
                Architectures.read(
                        new ModelConfig(
                                weights.map(found -> OcrShapes.refined(values, found))
                                        .orElse(values),
                                file.toString()));
        Model named = model.name().equals(file.toString()) ? model.named(nameOf(file)) : model;
        return weights.map(found -> named.with(StoredDifference.of(found, named))).orElse(named);
    }

    /// A config.json asked by key, for whoever needs more of it than a [Model] holds.
    public static ModelConfig config(Path file) {
        return new ModelConfig(values(file), file.toString());
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
            return JsonText.object(Files.readAllBytes(file), file.toString());
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
