package dev.llmprof.run.record;

import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.workload.DatasetFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The files a run works on, with sizes and hashes. Becomes `inputs.yaml`.
final class RecordedInputs {
    /// Weights are told by their size: hashing them would take longer than many a run.
    private static final long LARGEST_HASHED = 64L << 20;

    private RecordedInputs() {}

    static MapNode of(MapNode job, Workload workload) {
        MapNode root = new MapNode(Origin.ENGINE);
        Set<Path> files =
                switch (workload) {
                    case Workload.Command command -> named(command.argv(), directory(workload));
                    case Workload.Server server -> named(server.argv(), directory(workload));
                    case Workload.Builtin _, Workload.PythonModule _ -> ofTree(job, root);
                };
        var list = new ListNode(Origin.ENGINE);
        files.forEach(file -> list.add(entry(file)));
        if (workload instanceof Workload.Builtin) {
            made(job).forEach(list::add);
        }
        root.put("count", Node.whole(list.items().size()));
        root.put("inputs", list);
        return root;
    }

    private static Path directory(Workload workload) {
        return workload.surroundings().directory().orElse(Path.of("")).toAbsolutePath();
    }

    /// Words of a command that are files.
    private static Set<Path> named(List<String> argv, Path directory) {
        Set<Path> files = new LinkedHashSet<>();
        for (String word : argv) {
            if (word.indexOf('\0') < 0 && (word.contains("/") || word.contains("."))) {
                Path file = directory.resolve(word).normalize();
                if (Files.isRegularFile(file)) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    private static Set<Path> ofTree(MapNode job, MapNode root) {
        Set<Path> files = new LinkedHashSet<>();
        text(job, "model", "path").map(Path::of).ifPresent(path -> files.addAll(modelFiles(path)));
        Optional<Path> dataset = text(job, "dataset", "root").map(Path::of);
        root.put("dataset", Node.text(text(job, "dataset", "name").orElse("")));
        dataset.ifPresent(path -> root.put("dataset_root", Node.text(path.toString())));
        text(job, "dataset", "subset_filelist")
                .ifPresent(list -> root.put("subset_filelist", Node.text(list)));
        dataset.ifPresent(path -> files.addAll(datasetFiles(job, path)));
        return files;
    }

    /// A dataset without a root is made on the spot: the same number and seed give the same bytes.
    private static List<Node> made(MapNode job) {
        if (text(job, "dataset", "root").isPresent()
                || !(job.find("dataset") instanceof MapNode dataset)
                || !(dataset.find("pages") instanceof Node.Whole pages)) {
            return List.of();
        }
        Node seed = dataset.get("seed").orElseGet(() -> Node.whole(0));
        return IntStream.rangeClosed(1, pages.value().intValue())
                .mapToObj(number -> {
                    MapNode node = new MapNode(Origin.ENGINE);
                    node.put("made", Node.whole(number));
                    node.put("seed", seed);
                    return (Node) node;
                })
                .toList();
    }

    private static List<Path> modelFiles(Path path) {
        try (var files = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + path, e);
        }
    }

    private static List<Path> datasetFiles(MapNode job, Path root) {
        Optional<Path> filelist = text(job, "dataset", "subset_filelist").map(Path::of);
        return new DatasetFiles(root, filelist, patterns(job)).present();
    }

    private static List<String> patterns(MapNode job) {
        return job.get("dataset").orElse(job) instanceof MapNode dataset
                        && dataset.find("fallback_patterns") instanceof ListNode list
                ? list.items().stream().map(PythonText::str).toList()
                : List.of();
    }

    private static MapNode entry(Path file) {
        MapNode node = new MapNode(Origin.ENGINE);
        try {
            long bytes = Files.size(file);
            node.put("path", Node.text(file.toString()));
            node.put("bytes", new Node.Whole(BigInteger.valueOf(bytes), Origin.ENGINE));
            if (bytes <= LARGEST_HASHED) {
                node.put("sha256", Node.text(RunPaths.sha256(file)));
            }
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    private static Optional<String> text(MapNode job, String group, String key) {
        return job.get(group)
                .filter(MapNode.class::isInstance)
                .map(MapNode.class::cast)
                .flatMap(map -> map.get(key))
                .filter(Node.Text.class::isInstance)
                .map(PythonText::str);
    }
}
