package dev.llmprof.model.vision;

import java.util.Locale;

/// To what size a picture is brought before it is cut into squares. `source` says whose limits
/// these are.
public sealed interface PictureLimits {
    /// Squares along the picture and down it.
    record Squares(long across, long down) {}

    /// Of a picture of so many pixels, in squares of a side.
    Squares squares(long width, long height, long side);

    /// Positions of a prompt that these squares take.
    default long tokens(Squares squares) {
        return squares.across() * squares.down();
    }

    /// Squares that go through the tower for them, with padding.
    default long encoded(Squares squares) {
        return squares.across() * squares.down();
    }

    /// In words, for a note.
    String sentence();

    /// Qwen's and GLM's: the area stays between two bounds, the proportions nearly. `enlarged` are
    /// pictures narrower than a square before that.
    record Area(long minPixels, long maxPixels, boolean enlarged, String source)
            implements PictureLimits {
        @Override
        public Squares squares(long width, long height, long side) {
            if (enlarged && Math.min(width, height) < side) {
                double scale = Math.max((double) side / height, (double) side / width);
                return bounded((long) (width * scale), (long) (height * scale), side);
            }
            return bounded(width, height, side);
        }

        private Squares bounded(long width, long height, long side) {
            // Python's round goes to the even neighbour.
            double across = Math.max(1, Math.rint((double) width / side));
            double down = Math.max(1, Math.rint((double) height / side));
            double area = across * side * down * side;
            if (area > maxPixels) {
                double shrink = Math.sqrt((double) height * width / maxPixels);
                across = Math.max(1, Math.floor(width / shrink / side));
                down = Math.max(1, Math.floor(height / shrink / side));
            } else if (area < minPixels) {
                double grow = Math.sqrt(minPixels / ((double) height * width));
                across = Math.ceil(width * grow / side);
                down = Math.ceil(height * grow / side);
            }
            return new Squares((long) across, (long) down);
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "pictures are brought to between %,d and %,d pixels, as %s",
                    minPixels,
                    maxPixels,
                    source);
        }
    }

    /// Pixtral's: a longest side, then squares up to the edge; every row ends in a token of its
    /// own.
    record Longest(long edge, String source) implements PictureLimits {
        @Override
        public Squares squares(long width, long height, long side) {
            double ratio = Math.max((double) height / edge, (double) width / edge);
            long across = ratio > 1 ? (long) Math.floor(width / ratio) : width;
            long down = ratio > 1 ? (long) Math.floor(height / ratio) : height;
            return new Squares(
                    Math.max(1, Math.ceilDiv(across, side)), Math.max(1, Math.ceilDiv(down, side)));
        }

        @Override
        public long tokens(Squares squares) {
            return squares.down() * (squares.across() + 1);
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "the longer side of a picture is brought to at most %,d pixels, as %s",
                    edge,
                    source);
        }
    }

    /// Kimi's: never enlarged, at most so many patches in all and along a side, then padded to
    /// whole squares.
    record Patches(long side, long most, long mostAlong, String source) implements PictureLimits {
        @Override
        public Squares squares(long width, long height, long square) {
            double across = Math.max(1.0, (double) Math.floorDiv(width, side));
            double down = Math.max(1.0, (double) Math.floorDiv(height, side));
            double longest = (double) mostAlong * side;
            double scale = Math.min(1.0, Math.sqrt(most / (across * down)));
            scale = Math.min(scale, Math.min(longest / height, longest / width));
            return new Squares(along(width, scale, square), along(height, scale, square));
        }

        private long along(long length, double scale, long square) {
            long scaled = Math.min(Math.max(1, (long) (length * scale)), mostAlong * side);
            return Math.ceilDiv(scaled, square);
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "pictures are brought to at most %,d patches, %,d along a side, as %s",
                    most,
                    mostAlong,
                    source);
        }
    }

    /// Gemma 4's: as large as so many squares allow, and padded to that many; a token before and
    /// one behind. `padded` is off where nothing runs on padding.
    record Budget(long most, boolean padded, String source) implements PictureLimits {
        @Override
        public Squares squares(long width, long height, long side) {
            double factor = Math.sqrt((double) most * side * side / ((double) height * width));
            long across = (long) Math.floor(factor * width / side);
            long down = (long) Math.floor(factor * height / side);
            if (down == 0) {
                return new Squares(Math.min(Math.max(1, width / height), most), 1);
            }
            return across == 0
                    ? new Squares(1, Math.min(Math.max(1, height / width), most))
                    : new Squares(across, down);
        }

        @Override
        public long tokens(Squares squares) {
            return squares.across() * squares.down() + 2;
        }

        @Override
        public long encoded(Squares squares) {
            return padded ? most : squares.across() * squares.down();
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "pictures are brought to at most %,d positions%s, as %s",
                    most,
                    padded ? " and padded to as many in the tower" : "",
                    source);
        }
    }
}
