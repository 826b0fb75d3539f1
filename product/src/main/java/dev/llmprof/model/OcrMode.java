package dev.llmprof.model;

import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// DeepSeek-OCR's resolutions: one square view, or a view of the whole and tiles of it.
public enum OcrMode {
    TINY(512, 0),
    SMALL(640, 0),
    BASE(1024, 0),
    LARGE(1280, 0),
    GUNDAM(1024, 640),
    GUNDAM_M(1280, 1024);

    /// Hugging Face's code cuts at most nine tiles; the vLLM port six.
    private static final int MOST_TILES = 9;

    private final int base;
    private final int tile;

    OcrMode(int base, int tile) {
        this.base = base;
        this.tile = tile;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static OcrMode named(String word) {
        if (word.isEmpty()) {
            return GUNDAM;
        }
        List<String> words = Arrays.stream(values()).map(OcrMode::word).toList();
        return Arrays.stream(values())
                .filter(mode -> mode.word().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        new Problem(
                                        "no image mode '" + word + "'",
                                        "request.image_mode",
                                        fix(word, words))
                                .found());
    }

    private static String fix(String word, List<String> words) {
        return Nearest.to(word, words)
                .map(near -> "did you mean " + near + "? ")
                .orElse("")
                .concat("choose one of: " + String.join(", ", words));
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
                : TileGrid.of(widthPixels, heightPixels, tile, MOST_TILES);
    }

    /// Positions a side of a view ends up with: patches of 16, four by four of them made one.
    private static long side(int pixels) {
        return Math.ceilDiv(pixels / 16, 4);
    }
}
