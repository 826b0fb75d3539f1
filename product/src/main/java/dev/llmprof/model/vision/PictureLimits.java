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

    /// In words, for a note.
    String sentence();

    /// Qwen's: the area stays between two bounds, the proportions nearly.
    record Area(long minPixels, long maxPixels, String source) implements PictureLimits {
        @Override
        public Squares squares(long width, long height, long side) {
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
}
