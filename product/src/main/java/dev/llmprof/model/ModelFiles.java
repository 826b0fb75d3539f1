package dev.llmprof.model;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens what describes a model: a config.json, a folder that has one, or a preset's name.
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
            throw new Problem(
                            "this folder holds no " + CONFIG,
                            folder.toString(),
                            "name a folder as Hugging Face has them, or the file itself")
                    .found();
        }
        return file(config);
    }

    private static Model file(Path file) {
        ModelConfig config = config(file);
        Model model = Architectures.read(config);
        return model.name().equals(file.toString()) ? model.named(nameOf(file)) : model;
    }

    /// A config.json asked by key, for whoever needs more of it than a [Model] holds.
    public static ModelConfig config(Path file) {
        try {
            if (Files.size(file) > MOST_CONFIG_BYTES) {
                throw new Problem(
                                "this file is too large for a config.json",
                                file + ", " + Files.size(file) + " bytes",
                                "name the folder or its config.json")
                        .found();
            }
            return ModelConfig.parse(Files.readAllBytes(file), file.toString());
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
