package dev.llmprof.config.sweep;

import dev.llmprof.config.Composition;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.HiddenTree;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.OptionalInt;

/// The directory a job writes to, and the snapshot of its configuration in it.
public final class RunDirectory {

    private RunDirectory() {}

    /// One run: `hydra.run.dir`, counted from where the user stands.
    public static PlannedJob single(Composition composition) {
        Path directory = absolute(composition, text(composition, "run.dir"));
        composition.setHydra("runtime.output_dir", Node.text(directory.toString()));
        List<String> overrides =
                composition.overrides().stream()
                        .filter(o -> !o.isHydra())
                        .map(o -> o.input())
                        .toList();
        return new PlannedJob(OptionalInt.empty(), overrides, composition, directory);
    }

    static Path absolute(Composition composition, String directory) {
        return composition.request().cwd().resolve(directory).normalize();
    }

    static String text(Composition composition, String key) {
        return PythonText.str(composition.hydraValue(key).orElse(Node.text("")));
    }

    /// Makes the directory and writes `config.yaml`, `hydra.yaml` and `overrides.yaml` into
    /// `hydra.output_subdir`, unless that is null.
    public static void prepare(PlannedJob job) {
        Composition composition = job.composition();
        Node subdirectory =
                composition.hydraValue("output_subdir").orElse(new Node.Nothing(Origin.ENGINE));
        try {
            Files.createDirectories(job.directory());
            if (subdirectory instanceof Node.Nothing) {
                return;
            }
            Path snapshot = job.directory().resolve(PythonText.str(subdirectory));
            Files.createDirectories(snapshot);
            MapNode hydra = new MapNode(Origin.ENGINE);
            hydra.put("hydra", composition.root().get("hydra").orElseThrow());
            write(snapshot.resolve("config.yaml"), composition.job());
            write(snapshot.resolve("hydra.yaml"), hydra);
            write(snapshot.resolve("overrides.yaml"), composition.hydraNode("overrides.task"));
        } catch (IOException unwritable) {
            throw unwritable(job.directory());
        }
    }

    /// Written beside and moved into place, so that no half file is ever seen.
    static void write(Path file, Node node) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(beside, YamlWriter.write(HiddenTree.of(node)));
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }

    static ConfigError unwritable(Path directory) {
        return new ConfigError(
                Kind.USAGE,
                new Problem(
                        "the directory cannot be written",
                        directory.toString(),
                        "hydra.run.dir=<directory>   or, for a sweep,   hydra.sweep.dir=<directory>"));
    }
}
