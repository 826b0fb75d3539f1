package dev.llmprof.model.shape;

import dev.llmprof.model.shape.Operator.Norm;
import java.util.List;
import java.util.Optional;

/// The text model: an embedding, layers of mixers and feed-forwards, a head.
///
/// `embeddingWidth` differs from `hidden` where a projection stands between; `positionRows` is zero
/// without a learned table; `angleTables` says how often rotary angles are made in a pass;
/// `secondTable` is looked up beside the embedding, for all layers at once.
public record Decoder(
        long hidden,
        long vocabulary,
        long embeddingWidth,
        long positionRows,
        Optional<Norm.Kind> embeddingNorm,
        Norm.Kind norm,
        int normsPerLayer,
        boolean finalNorm,
        boolean tied,
        boolean headBias,
        int angleTables,
        long angleFrequencies,
        List<Repeated<Mixer>> mixers,
        List<Repeated<FeedForward>> feedForwards,
        Optional<Table> secondTable) {

    /// Rows of some width, of which a token reads one.
    public record Table(long rows, long width) {}

    public Decoder {
        mixers = List.copyOf(mixers);
        feedForwards = List.copyOf(feedForwards);
    }

    public Decoder withSecondTable(Table table) {
        return new Decoder(
                hidden,
                vocabulary,
                embeddingWidth,
                positionRows,
                embeddingNorm,
                norm,
                normsPerLayer,
                finalNorm,
                tied,
                headBias,
                angleTables,
                angleFrequencies,
                mixers,
                feedForwards,
                Optional.of(table));
    }

    public int layers() {
        return mixers.stream().mapToInt(Repeated::count).sum();
    }
}
