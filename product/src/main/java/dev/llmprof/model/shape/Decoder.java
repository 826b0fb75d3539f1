package dev.llmprof.model.shape;

import dev.llmprof.model.shape.Operator.Norm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The text model: an embedding, layers of mixers and feed-forwards, a head.
///
/// `embeddingWidth` differs from `hidden` where a projection stands between.
public record Decoder(
        long hidden,
        long vocabulary,
        long embeddingWidth,
        Head head,
        Input input,
        Norms norms,
        Angles angles,
        List<Repeated<Mixer>> mixers,
        List<Repeated<FeedForward>> feedForwards) {

    /// What stands after the last layer: `rows` are the vocabulary's, or fewer classes, or none.
    public record Head(long rows, boolean tied, boolean bias) {
        public static final Head NONE = new Head(0, false, false);
    }

    /// What is added to the embedding before the first layer. `positionRows` is zero without a
    /// learned table; `secondTable` is looked up beside the embedding, for all layers at once.
    public record Input(long positionRows, Optional<Norm.Kind> norm, Optional<Table> secondTable) {
        public static final Input PLAIN = new Input(0, Optional.empty(), Optional.empty());
    }

    /// Rows of some width, of which a token reads one.
    public record Table(long rows, long width) {}

    /// Norms of a layer's stream, and whether one stands after the last layer.
    public record Norms(Norm.Kind kind, int perLayer, boolean last) {}

    /// Rotary angles: how often they are made in a pass, and for how many frequencies.
    public record Angles(int tables, long frequencies) {
        public static final Angles NONE = new Angles(0, 0);
    }

    public Decoder {
        mixers = List.copyOf(mixers);
        feedForwards = List.copyOf(feedForwards);
    }

    public Decoder with(Angles other) {
        return new Decoder(
                hidden,
                vocabulary,
                embeddingWidth,
                head,
                input,
                norms,
                other,
                mixers,
                feedForwards);
    }

    /// With so many positions of pictures before the layers that ask them.
    public Decoder seeing(long positions) {
        List<Repeated<Mixer>> changed = new ArrayList<>();
        mixers.forEach(mixer ->
                changed.add(new Repeated<>(mixer.count(), seeing(mixer.value(), positions))));
        return new Decoder(
                hidden,
                vocabulary,
                embeddingWidth,
                head,
                input,
                norms,
                angles,
                changed,
                feedForwards);
    }

    private static Mixer seeing(Mixer mixer, long positions) {
        return switch (mixer) {
            case Mixer.Cross cross -> cross.seeing(positions);
            case Mixer.Joined joined ->
                    new Mixer.Joined(
                            joined.parts().stream().map(part -> seeing(part, positions)).toList());
            case Mixer.Grouped _, Mixer.Latent _, Mixer.Recurrent _, Mixer.None _ -> mixer;
        };
    }

    public boolean tied() {
        return head.tied();
    }

    public int layers() {
        return mixers.stream().mapToInt(Repeated::count).sum();
    }
}
