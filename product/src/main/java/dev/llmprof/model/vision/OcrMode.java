package dev.llmprof.model.vision;

import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A resolution of DeepSeek-OCR: one square view of `base` pixels a side, or a view of the whole
/// and at most so many tiles of `tile` pixels beside it; without tiles, `tile` is zero.
public record OcrMode(String word, int base, int tile, int mostTiles) {
    /// As in Hugging Face's code; the vLLM port has six.
    private static final int MOST_TILES = 9;

    public static final OcrMode GUNDAM = new OcrMode("gundam", 1024, 640, MOST_TILES);
    private static final List<OcrMode> NAMED =
            List.of(
                    new OcrMode("tiny", 512, 0, MOST_TILES),
                    new OcrMode("small", 640, 0, MOST_TILES),
                    new OcrMode("base", 1024, 0, MOST_TILES),
                    new OcrMode("large", 1280, 0, MOST_TILES),
                    GUNDAM,
                    new OcrMode("gundam-m", 1280, 1024, MOST_TILES));
    private static final Pattern SIZES =
            Pattern.compile("(\\d{2,5})(?:/(\\d{2,5})(?:/(\\d{1,3}))?)?");

    /// A name, or sizes such as `1024`, `1024/640` and, with at most six tiles, `1024/640/6`.
    /// Nothing is Gundam, as the model's own code has it.
    public static OcrMode named(String word) {
        if (word.isEmpty()) {
            return GUNDAM;
        }
        Matcher sizes = SIZES.matcher(word);
        if (sizes.matches()) {
            return new OcrMode(
                    word, number(sizes, 1, 0), number(sizes, 2, 0), number(sizes, 3, MOST_TILES));
        }
        return NAMED.stream()
                .filter(mode -> mode.word.equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> unknown(word).found());
    }

    private static int number(Matcher sizes, int group, int absent) {
        String digits = sizes.group(group);
        return digits == null ? absent : Integer.parseInt(digits);
    }

    private static Problem unknown(String word) {
        List<String> words = NAMED.stream().map(OcrMode::word).toList();
        String near =
                Nearest.to(word, words).map(found -> "did you mean " + found + "? ").orElse("");
        return new Problem(
                "no image mode '" + word + "'",
                "request.image_mode",
                near
                        + "choose one of: "
                        + String.join(", ", words)
                        + ", or sizes such as 1024/640");
    }

    /// The views of one picture.
    public List<View> views(int widthPixels, int heightPixels) {
        TileGrid tiles = tiles(widthPixels, heightPixels);
        View whole = new View(base, 1);
        return tiles.count() == 0 ? List.of(whole) : List.of(whole, new View(tile, tiles.count()));
    }

    /// Placeholders of one picture: rows with a newline each, and a separator.
    public long promptTokens(int widthPixels, int heightPixels) {
        TileGrid tiles = tiles(widthPixels, heightPixels);
        long side = side(base);
        long part = side(tile);
        long local = (part * tiles.wide() + 1) * part * tiles.high();
        return side * (side + 1) + 1 + (tiles.count() == 0 ? 0 : local);
    }

    public TileGrid tiles(int widthPixels, int heightPixels) {
        boolean fits = widthPixels <= tile && heightPixels <= tile;
        return tile == 0 || fits
                ? TileGrid.NONE
                : TileGrid.nearest(widthPixels, heightPixels, tile, 2, mostTiles);
    }

    /// Positions a side of a view ends up with: patches of 16, four by four of them made one.
    private static long side(int pixels) {
        return Math.ceilDiv(pixels / 16, 4);
    }
}
