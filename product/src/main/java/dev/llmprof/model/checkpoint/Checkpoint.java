package dev.llmprof.model.checkpoint;

import dev.llmprof.problem.Problem;
import dev.llmprof.safetensors.Safetensors;
import dev.llmprof.safetensors.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The tensors of a model's folder, from the headers of its safetensors files.
public record Checkpoint(List<Tensor> tensors, List<Path> files) {
    private static final String INDEX = "model.safetensors.index.json";
    private static final int MOST_SHARDS = 10_000;
    private static final long MOST_INDEX_BYTES = 512L << 20;

    public Checkpoint {
        tensors = List.copyOf(tensors);
        files = List.copyOf(files);
    }

    /// Which files, for people.
    public String source() {
        String first = files.getFirst().getFileName().toString();
        return files.size() == 1
                ? "the header of " + first
                : "the headers of " + first + " and " + (files.size() - 1) + " more";
    }

    public long elements() {
        return tensors.stream().mapToLong(Tensor::elements).sum();
    }

    public long bytes() {
        return tensors.stream().mapToLong(Tensor::bytes).sum();
    }

    public long bytesOf(String dtype) {
        return tensors.stream()
                .filter(tensor -> tensor.dtype().equals(dtype))
                .mapToLong(Tensor::bytes)
                .sum();
    }

    /// Absent where the folder has no weights. With an index all its shards must be there, or none.
    public static Optional<Checkpoint> of(Path folder) {
        List<Path> files = files(folder);
        if (files.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Path> seen = new LinkedHashMap<>();
        List<Tensor> tensors = new ArrayList<>();
        for (Path file : files) {
            for (Tensor tensor : Safetensors.read(file).tensors()) {
                Path other = seen.put(tensor.name(), file);
                if (other != null) {
                    throw new Problem(
                                    "tensor '" + tensor.name() + "' is in two files",
                                    other + " and " + file,
                                    "remove the one that is left over")
                            .found();
                }
                tensors.add(tensor);
            }
        }
        return Optional.of(new Checkpoint(tensors, files));
    }

    private static List<Path> files(Path folder) {
        Path index = folder.resolve(INDEX);
        if (Files.exists(index)) {
            return shards(folder, index);
        }
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files =
                    all.filter(file -> file.toString().endsWith(".safetensors")).sorted().toList();
            return chosen(files);
        } catch (IOException e) {
            throw new Problem("it cannot be listed: " + e.getMessage(), folder.toString(), "")
                    .found();
        }
    }

    /// Folders may hold the same weights twice, in their maker's own layout, and adapters: `model`
    /// and its parts come first.
    private static List<Path> chosen(List<Path> files) {
        for (String own : List.of("model\\.safetensors", "model-\\d+-of-\\d+\\.safetensors")) {
            List<Path> named = files.stream().filter(file -> fileName(file).matches(own)).toList();
            if (!named.isEmpty()) {
                return named;
            }
        }
        return files.stream().filter(file -> !fileName(file).startsWith("adapter")).toList();
    }

    private static String fileName(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static List<Path> shards(Path folder, Path index) {
        Set<String> names = new TreeSet<>();
        JsonTree.inner(JsonTree.object(bytes(index), index.toString()), "weight_map")
                .values()
                .forEach(name -> names.add(String.valueOf(name)));
        if (names.size() > MOST_SHARDS) {
            throw new Problem("it names " + names.size() + " files", index.toString(), "").found();
        }
        List<Path> files = names.stream().map(name -> shard(folder, index, name)).toList();
        List<Path> here = files.stream().filter(Files::isRegularFile).toList();
        if (!here.isEmpty() && here.size() < files.size()) {
            throw new Problem(
                            "%d of the %d files the index names are missing"
                                    .formatted(files.size() - here.size(), files.size()),
                            index.toString(),
                            "download them, or move the index away to count from config.json alone")
                    .found();
        }
        return here;
    }

    /// There is an index and none of its files, as after downloading the small ones only.
    public static boolean isIndexOnly(Path folder) {
        return Files.exists(folder.resolve(INDEX)) && files(folder).isEmpty();
    }

    /// A shard is a plain file beside its index, never a way out of the folder.
    private static Path shard(Path folder, Path index, String name) {
        boolean plain = !name.isEmpty() && !name.startsWith(".") && name.matches("[^/\\\\\\x00]+");
        if (!plain) {
            throw new Problem(
                            "the index names '" + name + "', which is not a file beside it",
                            index.toString(),
                            "download the folder again")
                    .found();
        }
        return folder.resolve(name);
    }

    private static byte[] bytes(Path file) {
        try {
            if (Files.size(file) > MOST_INDEX_BYTES) {
                throw new Problem("it is too large for an index", file.toString(), "").found();
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new Problem("it cannot be read: " + e.getMessage(), file.toString(), "").found();
        }
    }
}
