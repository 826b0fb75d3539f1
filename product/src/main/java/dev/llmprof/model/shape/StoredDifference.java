package dev.llmprof.model.shape;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Weights' headers held against the count from a description. The headers are the truth; every
/// difference is a part with its reason, and what nobody can explain is said to be unexplained.
///
/// `bytes` are all that is stored, `runBytes` those that inference needs: without buffers, second
/// copies and prediction modules, with scales. `wide` says that most are stored as float32, which
/// is rarely what they are run in.
public record StoredDifference(
        String source,
        long stored,
        long bytes,
        long runBytes,
        boolean wide,
        long counted,
        List<Part> parts) {

    /// One reason and how many numbers it accounts for; `parameters` where they belong to the model
    /// and the description missed them, not where they are only stored beside it.
    public record Part(String reason, long elements, boolean parameters) {}

    public StoredDifference {
        parts = List.copyOf(parts);
    }

    /// Parameters of the model as its weights have them.
    public long parameters() {
        return counted + parts.stream().filter(Part::parameters).mapToLong(Part::elements).sum();
    }

    public boolean explained() {
        return parts.stream().noneMatch(part -> part.reason().equals("unexplained"));
    }

    /// In words, for a report.
    public String sentence() {
        String why =
                parts.stream()
                        .map(part ->
                                String.format(
                                        Locale.ROOT, "%+,d %s", part.elements(), part.reason()))
                        .collect(Collectors.joining(", "));
        String head =
                String.format(
                        Locale.ROOT,
                        "parameters and weight bytes are those of %s, which hold %,d numbers in %,d"
                                + " bytes: ",
                        source,
                        stored,
                        bytes);
        return why.isEmpty()
                ? head + "exactly what the description gives"
                : head + String.format(Locale.ROOT, "%,d from the description, %s", counted, why);
    }
}
