package dev.llmprof.model.shape;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Operators whose matrices are not all in the one format of their precision, by name: the share of
/// their numbers in each. `wideEyes` says that what sees is not quantised.
public record WeightMix(Map<String, List<Portion>> portions, boolean wideEyes) {
    public static final WeightMix NONE = new WeightMix(Map.of(), false);

    /// A part of a whole.
    public record Portion(Format format, double share) {}

    public WeightMix {
        portions = new TreeMap<>(portions);
    }

    /// Which other formats there are, beside the one of the precision.
    public List<String> besides(Precision precision) {
        return portions.values().stream()
                .flatMap(List::stream)
                .map(Portion::format)
                .filter(format -> !format.equals(precision.linear()))
                .map(Format::word)
                .distinct()
                .sorted()
                .toList();
    }

    /// Bytes of one of these operators' matrices, or of one all in `otherwise`.
    public double bytes(String operator, double elements, double row, Format otherwise) {
        List<Portion> parts = portions.getOrDefault(operator, List.of());
        if (parts.isEmpty()) {
            return otherwise.bytes(elements, row);
        }
        double bytes = 0;
        for (Portion part : parts) {
            bytes += part.share() * part.format().bytes(elements, row);
        }
        return bytes;
    }
}
