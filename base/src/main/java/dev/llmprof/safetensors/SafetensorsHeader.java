package dev.llmprof.safetensors;

import java.util.List;
import java.util.Map;

/// What stands before the data of a safetensors file. Data begins at byte `dataStart`; the length
/// of the file was checked.
public record SafetensorsHeader(
        List<Tensor> tensors, Map<String, String> metadata, long dataStart) {
    public SafetensorsHeader {
        tensors = List.copyOf(tensors);
        metadata = Map.copyOf(metadata);
    }
}
