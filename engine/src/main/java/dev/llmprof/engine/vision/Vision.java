package dev.llmprof.engine.vision;

import static org.bytedeco.pytorch.global.torch.cat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.decoder.Layers;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.weights.Weights;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/// From the views of a page to the rows that stand for it in the decoder's sequence.
public final class Vision {
    private static final int PATCH = 16;
    private static final int REDUCTION = 4;

    private final Weights weights;
    private final Sam sam;
    private final Clip clip;
    private final Layers.Linear projector;
    private final Tensor newline;
    private final Tensor separator;

    public Vision(Weights weights, JsonNode config) {
        JsonNode widths = config.path("vision_config").path("width");
        this.weights = weights;
        this.sam = new Sam(weights, widths.path("sam_vit_b"));
        this.clip = new Clip(weights, widths.path("clip-l-14-224"));
        this.projector = Layers.Linear.of(weights, "model.projector.layers");
        this.newline = weights.get("model.image_newline");
        this.separator = weights.get("model.view_seperator");
    }

    /// What each encoder made of some views of one size.
    public record Encoded(Tensor sam, Tensor clip, Tensor projected) {}

    /// How many tokens a page takes: a newline after each row, one separator at the end.
    public static int places(Views views) {
        int whole = side(views.whole().width());
        int tiles =
                views.tiles().isEmpty()
                        ? 0
                        : placesOfTiles(
                                side(views.tiles().getFirst().width()),
                                views.tilesWide(),
                                views.tilesHigh());
        return tiles + whole * (whole + 1) + 1;
    }

    public Encoded encode(List<Rgb> views, Ranges ranges) {
        Tensor pixels = Pixels.of(views).to(weights.device(), weights.precision().scalarType());
        Tensor first = ranges.within("sam", () -> sam.apply(pixels));
        Tensor second = ranges.within("clip", () -> clip.apply(first));
        Tensor third = ranges.within("projector", () -> projected(first, second));
        return new Encoded(first, second, third);
    }

    /// `[places, hidden]`: tiles as one mosaic, then the whole page, then the separator.
    public Tensor features(Views views, Ranges ranges) {
        var blocks = new TensorVector();
        if (!views.tiles().isEmpty()) {
            Tensor tiles = encode(views.tiles(), ranges).projected();
            blocks.push_back(lines(mosaic(tiles, views.tilesWide(), views.tilesHigh())));
        }
        Tensor whole = encode(List.of(views.whole()), ranges).projected();
        blocks.push_back(lines(mosaic(whole, 1, 1)));
        blocks.push_back(separator.unsqueeze(0));
        return cat(blocks, 0);
    }

    private Tensor projected(Tensor first, Tensor second) {
        Tensor places = first.flatten(2, 3).transpose(1, 2);
        Tensor withoutClass = second.narrow(1, 1, second.size(1) - 1);
        return projector.apply(cat(new TensorVector(withoutClass, places), -1));
    }

    private static Tensor mosaic(Tensor views, int wide, int high) {
        long side = Math.round(Math.sqrt((double) views.size(1)));
        return views.view(high, wide, side, side, views.size(2))
                .transpose(1, 2)
                .reshape(high * side, wide * side, views.size(2));
    }

    private Tensor lines(Tensor rows) {
        long hidden = rows.size(2);
        Tensor ends = newline.view(1, 1, hidden).expand(rows.size(0), 1, hidden);
        return cat(new TensorVector(rows, ends), 1).view(-1, hidden);
    }

    private static int placesOfTiles(int side, int wide, int high) {
        return (side * wide + 1) * side * high;
    }

    private static int side(int pixels) {
        return Math.ceilDiv(pixels / PATCH, REDUCTION);
    }
}
