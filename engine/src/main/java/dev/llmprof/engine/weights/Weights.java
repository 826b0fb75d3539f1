package dev.llmprof.engine.weights;

import static org.bytedeco.pytorch.global.torch.from_blob;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The tensors of a checkpoint folder by name, in the precision and on the device asked for. A
/// tensor that is stored as it is used is the mapped file itself, not a copy.
public final class Weights {
    private static final Set<String> FLOATS = Set.of("F32", "BF16", "F16", "F64");

    private final Path folder;
    private final Precision precision;
    private final Device device;
    private final Map<String, MappedTensors.Stored> stored;
    private final Map<String, Tensor> loaded = new HashMap<>();

    private Weights(
            Path folder,
            Precision precision,
            Device device,
            Map<String, MappedTensors.Stored> all) {
        this.folder = folder;
        this.precision = precision;
        this.device = device;
        this.stored = all;
    }

    public static Weights open(Path folder, Precision precision, Device device) {
        Map<String, MappedTensors.Stored> all = new TreeMap<>();
        for (Path file : files(folder)) {
            all.putAll(MappedTensors.map(file, Arena.global()));
        }
        return new Weights(folder, precision, device, all);
    }

    public Precision precision() {
        return precision;
    }

    public Device device() {
        return device;
    }

    /// Whether one token at a time is best multiplied as a vector.
    public boolean byRow() {
        return precision == Precision.FP32 && !device.is_cuda();
    }

    public boolean has(String name) {
        return stored.containsKey(name);
    }

    public long parameters() {
        return stored.values().stream().mapToLong(Weights::count).sum();
    }

    public long[] shape(String name) {
        return find(name).sizes();
    }

    public Optional<Tensor> optional(String name) {
        return has(name) ? Optional.of(get(name)) : Optional.empty();
    }

    public Tensor get(String name) {
        Tensor known = loaded.get(name);
        if (known != null) {
            return known;
        }
        Tensor tensor = load(numbers(name), precision.scalarType());
        loaded.put(name, tensor);
        return tensor;
    }

    private Tensor load(MappedTensors.Stored tensor, ScalarType type) {
        Tensor mapped =
                from_blob(
                        Memory.of(tensor.bytes()),
                        tensor.sizes(),
                        new TensorOptions(scalarType(tensor.type())));
        return mapped.to(device, type);
    }

    /// Whether two tensors are stored as the same bytes.
    public boolean same(String name, String other) {
        MappedTensors.Stored first = find(name);
        MappedTensors.Stored second = find(other);
        return first.type().equals(second.type())
                && first.shape().equals(second.shape())
                && first.bytes().mismatch(second.bytes()) < 0;
    }

    /// Integers are a quantised matrix without its scales, which nobody here applies.
    private MappedTensors.Stored numbers(String name) {
        MappedTensors.Stored tensor = find(name);
        if (!FLOATS.contains(tensor.type())) {
            throw new Problem(
                            "tensor " + name + " is stored as " + tensor.type() + ", quantised",
                            folder.toString(),
                            "this engine reads F32, BF16 and F16 checkpoints")
                    .found();
        }
        return tensor;
    }

    private MappedTensors.Stored find(String name) {
        MappedTensors.Stored tensor = stored.get(name);
        if (tensor == null) {
            String near = Nearest.to(name, stored.keySet()).map(n -> "; nearest " + n).orElse("");
            throw new Problem(
                            "the checkpoint has no tensor " + name + near,
                            folder.toString(),
                            "use a folder whose weights belong to its config.json")
                    .found();
        }
        return tensor;
    }

    private static long count(MappedTensors.Stored tensor) {
        long count = 1;
        for (long size : tensor.shape()) {
            count *= size;
        }
        return count;
    }

    private static Set<Path> files(Path folder) {
        Path index = folder.resolve("model.safetensors.index.json");
        Set<Path> files = new TreeSet<>();
        if (Files.exists(index)) {
            JsonNode map = Json.read(index).path("weight_map");
            map.forEach(file -> files.add(folder.resolve(file.asText())));
        } else {
            files.addAll(withoutIndex(folder));
        }
        if (files.isEmpty()) {
            throw missing(folder);
        }
        return files;
    }

    /// The file that transformers would take, or the only one: a stale copy beside it is none of
    /// them.
    private static Set<Path> withoutIndex(Path folder) {
        Path named = folder.resolve("model.safetensors");
        if (Files.exists(named)) {
            return Set.of(named);
        }
        Set<Path> files = new TreeSet<>();
        try (var found = Files.newDirectoryStream(folder, "*.safetensors")) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw missing(folder);
        }
        if (files.size() > 1) {
            throw new Problem(
                            "%d safetensors files and no index that says which belong together"
                                    .formatted(files.size()),
                            folder.toString(),
                            "fetch model.safetensors.index.json, or keep one file as"
                                    + " model.safetensors")
                    .found();
        }
        return files;
    }

    private static Problem.Found missing(Path folder) {
        return new Problem(
                        "no *.safetensors file in the model folder",
                        folder.toString(),
                        "point model.path at a whole Hugging Face folder")
                .found();
    }

    private static ScalarType scalarType(String type) {
        return switch (type) {
            case "F32" -> ScalarType.Float;
            case "BF16" -> ScalarType.BFloat16;
            case "F16" -> ScalarType.Half;
            case "F64" -> ScalarType.Double;
            case "I64" -> ScalarType.Long;
            case "I32" -> ScalarType.Int;
            case "I8" -> ScalarType.Char;
            case "U8" -> ScalarType.Byte;
            case "BOOL" -> ScalarType.Bool;
            default -> throw new IllegalStateException("unchecked tensor type " + type);
        };
    }
}
