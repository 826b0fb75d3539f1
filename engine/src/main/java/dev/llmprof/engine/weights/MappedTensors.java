package dev.llmprof.engine.weights;

import dev.llmprof.problem.Problem;
import dev.llmprof.safetensors.Safetensors;
import dev.llmprof.safetensors.SafetensorsHeader;
import dev.llmprof.safetensors.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// One safetensors file, memory-mapped: its header is checked, its tensors stay on disk until read.
final class MappedTensors {
    private static final Set<String> READ =
            Set.of("F32", "BF16", "F16", "F64", "I64", "I32", "I8", "U8", "BOOL");

    private MappedTensors() {}

    /// A tensor as stored: its bytes live as long as the mapping's arena.
    record Stored(String type, List<Long> shape, MemorySegment bytes) {
        Stored {
            shape = List.copyOf(shape);
        }

        long[] sizes() {
            return shape.stream().mapToLong(Long::longValue).toArray();
        }
    }

    static Map<String, Stored> map(Path file, Arena arena) {
        if (!Files.exists(file)) {
            throw new Problem(
                            file.getFileName() + " is missing, and the index names it",
                            file.toString(),
                            "fetch the file; a folder has all parts or is of no use")
                    .found();
        }
        SafetensorsHeader header = Safetensors.read(file);
        try (var channel = FileChannel.open(file)) {
            MemorySegment data =
                    channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena)
                            .asSlice(header.dataStart());
            Map<String, Stored> tensors = new TreeMap<>();
            for (Tensor tensor : header.tensors()) {
                tensors.put(tensor.name(), stored(file, tensor, data));
            }
            return tensors;
        } catch (IOException e) {
            throw new Problem("cannot open the weights: " + e.getMessage(), file.toString(), "")
                    .found();
        }
    }

    private static Stored stored(Path file, Tensor tensor, MemorySegment data) {
        if (!READ.contains(tensor.dtype())) {
            throw new Problem(
                            "tensor " + tensor.name() + " is stored as " + tensor.dtype(),
                            file.toString(),
                            "this engine reads F32, BF16 and F16 checkpoints")
                    .found();
        }
        return new Stored(
                tensor.dtype(), tensor.shape(), data.asSlice(tensor.begin(), tensor.bytes()));
    }
}
