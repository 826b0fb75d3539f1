package dev.llmprof.model.vision;

/// How many tiles wide and high a picture is cut.
public record TileGrid(int wide, int high) {
    public static final TileGrid NONE = new TileGrid(0, 0);

    public int count() {
        return wide * high;
    }

    /// The grid of `least` to `most` tiles whose shape is nearest the picture's; of equally near
    /// ones the larger only where the picture fills more than half of it.
    public static TileGrid nearest(
            int widthPixels, int heightPixels, long tilePixels, int least, int most) {
        double shape = (double) widthPixels / heightPixels;
        double area = (double) widthPixels * heightPixels;
        double nearest = Double.POSITIVE_INFINITY;
        TileGrid best = new TileGrid(1, least);
        for (int count = least; count <= most; count++) {
            for (int wide = 1; wide <= count; wide++) {
                if (count % wide != 0) {
                    continue;
                }
                var grid = new TileGrid(wide, count / wide);
                double distance = Math.abs(shape - (double) grid.wide / grid.high);
                boolean fills = area > 0.5 * tilePixels * tilePixels * count;
                if (distance < nearest || (distance == nearest && fills)) {
                    nearest = distance;
                    best = grid;
                }
            }
        }
        return best;
    }

    /// The grid of at most so many tiles in which the picture is enlarged least, or, where it must
    /// be made smaller, least so; of equally good ones the smallest.
    public static TileGrid canvas(int widthPixels, int heightPixels, long tilePixels, int most) {
        TileGrid best = NONE;
        float chosen = 0;
        for (int count = 1; count <= most; count++) {
            for (int high = 1; high <= count; high++) {
                if (count % high != 0) {
                    continue;
                }
                var grid = new TileGrid(count / high, high);
                // The processors divide whole numbers to single precision.
                float across = (float) (grid.wide * tilePixels) / widthPixels;
                float down = (float) (grid.high * tilePixels) / heightPixels;
                float scale = Math.min(across, down);
                if (best.count() == 0 || isBetter(scale, chosen)) {
                    chosen = scale;
                    best = grid;
                }
            }
        }
        return best;
    }

    private static boolean isBetter(float scale, float chosen) {
        boolean enlarges = scale >= 1;
        return chosen >= 1 ? enlarges && scale < chosen : enlarges || scale > chosen;
    }
}
