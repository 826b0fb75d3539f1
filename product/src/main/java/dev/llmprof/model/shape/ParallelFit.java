package dev.llmprof.model.shape;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Whether a decoder can be split as asked: frameworks refuse heads and layers that do not divide.
public final class ParallelFit {
    private static final int MOST_SPLITS = 16;

    private ParallelFit() {}

    /// Why not, in words.
    public static Optional<String> refusal(Decoder decoder, Parallel parallel) {
        int tensor = parallel.tensor();
        for (Repeated<Mixer> mixer : decoder.mixers()) {
            if (mixer.value() instanceof Mixer.Grouped grouped && !divides(grouped, tensor)) {
                return Optional.of(
                        "%d attention heads (%d of keys and values) cannot be split over %d GPUs"
                                .formatted(grouped.heads(), grouped.keyValueHeads(), tensor));
            }
            if (mixer.value() instanceof Mixer.Latent latent && latent.heads() % tensor != 0) {
                return Optional.of(
                        "%d attention heads cannot be split over %d GPUs"
                                .formatted(latent.heads(), tensor));
            }
        }
        if (parallel.expert() > most(decoder)) {
            return Optional.of(
                    most(decoder) == 1
                            ? "this model has no experts to split"
                            : "%d experts cannot be split over %d GPUs"
                                    .formatted(most(decoder), parallel.expert()));
        }
        return parallel.pipeline() > decoder.layers()
                ? Optional.of(
                        "%d layers cannot be split over %d GPUs"
                                .formatted(decoder.layers(), parallel.pipeline()))
                : Optional.empty();
    }

    /// What can be typed in place of a refused split.
    public static String fix(Decoder decoder, Parallel refused) {
        if (refused.expert() > most(decoder)) {
            return most(decoder) == 1 ? "leave --ep out" : "--ep of at most " + most(decoder);
        }
        if (refused.pipeline() > decoder.layers()) {
            return "--pp of at most " + decoder.layers();
        }
        return "--tp "
                + IntStream.rangeClosed(1, MOST_SPLITS)
                        .filter(n -> refusal(decoder, new Parallel(n, 1, 1)).isEmpty())
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", "));
    }

    /// Experts of a layer; one where there are none.
    private static int most(Decoder decoder) {
        return decoder.feedForwards().stream()
                .map(Repeated::value)
                .mapToInt(layer -> layer instanceof FeedForward.Mixture mix ? mix.experts() : 1)
                .max()
                .orElse(1);
    }

    /// Heads of keys and values may also be kept several times.
    private static boolean divides(Mixer.Grouped grouped, int tensor) {
        long shared = grouped.keyValueHeads();
        return grouped.heads() % tensor == 0 && (shared % tensor == 0 || tensor % shared == 0);
    }
}
