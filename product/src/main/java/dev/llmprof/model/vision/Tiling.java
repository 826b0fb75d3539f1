package dev.llmprof.model.vision;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// How a picture is cut into square views of one size, each seen by itself. `source` says who has
/// it so.
public sealed interface Tiling {
    /// Views of a picture of so many pixels.
    long views(int widthPixels, int heightPixels);

    /// Positions of the prompt that such a picture takes, with what is put between and around them;
    /// a view gives `each`.
    long tokens(int widthPixels, int heightPixels, long each);

    /// In words, for a note.
    String sentence();

    /// Not at all: brought to the size of the tower.
    record Whole() implements Tiling {
        @Override
        public long views(int widthPixels, int heightPixels) {
            return 1;
        }

        @Override
        public long tokens(int widthPixels, int heightPixels, long each) {
            return each;
        }

        @Override
        public String sentence() {
            return "";
        }
    }

    /// InternVL's: the grid nearest in shape, and the whole picture beside it; a token before and
    /// one behind.
    record Nearest(long side, int least, int most, boolean thumbnail, String source)
            implements Tiling {
        @Override
        public long views(int widthPixels, int heightPixels) {
            int tiles = TileGrid.nearest(widthPixels, heightPixels, side, least, most).count();
            return tiles > 1 && thumbnail ? tiles + 1 : tiles;
        }

        @Override
        public long tokens(int widthPixels, int heightPixels, long each) {
            return views(widthPixels, heightPixels) * each + 2;
        }

        @Override
        public String sentence() {
            return tiles(least, most, side, source);
        }
    }

    /// Llama 4's: the grid that enlarges least, and the whole picture beside it; tokens around the
    /// picture and after every tile.
    record Canvas(long side, int most, String source) implements Tiling {
        @Override
        public long views(int widthPixels, int heightPixels) {
            int tiles = TileGrid.canvas(widthPixels, heightPixels, side, most).count();
            return tiles > 1 ? tiles + 1 : 1;
        }

        @Override
        public long tokens(int widthPixels, int heightPixels, long each) {
            long views = views(widthPixels, heightPixels);
            // Every tile is followed by the mark of its column or, the last of a row, of its row.
            return views * each + (views - 1) + 3;
        }

        @Override
        public String sentence() {
            return tiles(1, most, side, source);
        }
    }

    /// Idefics 3's: the longer side is brought to a length, then both are cut at every `side`; each
    /// tile has two tokens before it, each row one behind it, the whole picture three.
    record Longest(long edge, long side, boolean splits, String source) implements Tiling {
        /// No picture is made larger than this.
        private static final long LARGEST = 4096;

        private TileGrid grid(int widthPixels, int heightPixels) {
            double shape = (double) widthPixels / heightPixels;
            boolean wide = widthPixels >= heightPixels;
            long width = wide ? edge : even((long) (edge * shape));
            long height = wide ? even((long) (edge / shape)) : edge;
            double kept = (double) width / height;
            if (Math.max(width, height) > LARGEST) {
                boolean wider = width >= height;
                long other = Math.max(1, (long) (wider ? LARGEST / kept : LARGEST * kept));
                width = wider ? LARGEST : other;
                height = wider ? other : LARGEST;
            }
            long across = Math.max(1, Math.ceilDiv(width, side));
            long down = Math.max(1, Math.ceilDiv(height, side));
            return splits && across * down > 1
                    ? new TileGrid((int) across, (int) down)
                    : TileGrid.NONE;
        }

        private static long even(long length) {
            return Math.max(1, length + length % 2);
        }

        @Override
        public long views(int widthPixels, int heightPixels) {
            return grid(widthPixels, heightPixels).count() + 1L;
        }

        @Override
        public long tokens(int widthPixels, int heightPixels, long each) {
            TileGrid grid = grid(widthPixels, heightPixels);
            return each + 3 + grid.high() * ((each + 2) * grid.wide() + 1);
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    splits
                            ? "the longer side of a picture is brought to %,d pixels and cut into"
                                    + " tiles of %,d, as %s"
                            : "pictures are brought to %2$,d pixels, as %3$s",
                    edge,
                    side,
                    source);
        }
    }

    /// LLaVA-Next's: the listed size that keeps most of the picture, and the whole of it beside;
    /// rows of padding are left out of the prompt, every row ends in a token of its own.
    /// LLaVA-OneVision brings what is clearly more than `mostTiles` tiles of positions to as many.
    record Pinpoints(
            List<Size> sizes, long side, long patchesAcross, OptionalLong mostTiles, String source)
            implements Tiling {
        private static final double CLEARLY = 1.1;

        public Pinpoints {
            sizes = List.copyOf(sizes);
        }

        /// Of a picture, in pixels.
        public record Size(long width, long height) {}

        private Size best(int widthPixels, int heightPixels) {
            Size best = sizes.getFirst();
            long most = 0;
            long least = Long.MAX_VALUE;
            for (Size size : sizes) {
                double scale =
                        Math.min(
                                (double) size.width / widthPixels,
                                (double) size.height / heightPixels);
                long across = (long) (widthPixels * scale);
                long shrunk = across * (long) (heightPixels * scale);
                long kept = Math.min(shrunk, (long) widthPixels * heightPixels);
                long wasted = size.width * size.height - kept;
                if (kept > most || (kept == most && wasted < least)) {
                    most = kept;
                    least = wasted;
                    best = size;
                }
            }
            return best;
        }

        @Override
        public long views(int widthPixels, int heightPixels) {
            Size best = best(widthPixels, heightPixels);
            return Math.ceilDiv(best.width, side) * Math.ceilDiv(best.height, side) + 1;
        }

        @Override
        public long tokens(int widthPixels, int heightPixels, long each) {
            Size best = best(widthPixels, heightPixels);
            long across = patchesAcross * (best.width / side);
            long down = patchesAcross * (best.height / side);
            if ((double) widthPixels / heightPixels > (double) across / down) {
                long filled = whole(heightPixels * ((double) across / widthPixels));
                down -= Math.floorDiv(down - filled, 2L) * 2;
            } else {
                long filled = whole(widthPixels * ((double) down / heightPixels));
                across -= Math.floorDiv(across - filled, 2L) * 2;
            }
            return fitted(across, down) + each;
        }

        private long fitted(long across, long down) {
            if (mostTiles.isPresent()) {
                double most = (double) mostTiles.getAsLong() * patchesAcross * patchesAcross;
                double ratio = Math.sqrt((double) across * down / most);
                if (ratio > CLEARLY) {
                    long rows = quotient(down, ratio);
                    return rows * quotient(across, ratio) + rows;
                }
            }
            return across * down + down;
        }

        /// Python's `//`: how often it fits exactly, where the rounded quotient may be one more.
        private static long quotient(long value, double ratio) {
            return (long) Math.rint((value - value % ratio) / ratio);
        }

        /// As Python has it: the exact value rounded to seven places, then cut.
        private static long whole(double value) {
            return new BigDecimal(value).setScale(7, RoundingMode.HALF_EVEN).longValue();
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "pictures are brought to one of %d sizes and cut into tiles of %,d pixels, as %s",
                    sizes.size(),
                    side,
                    source);
        }
    }

    private static String tiles(int least, int most, long side, String source) {
        return String.format(
                Locale.ROOT,
                "pictures are cut into %d to %d tiles of %,d pixels, as %s",
                least,
                most,
                side,
                source);
    }
}
