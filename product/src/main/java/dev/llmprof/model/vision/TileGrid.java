package dev.llmprof.model.vision;

/// How many tiles wide and high a picture is cut.
public record TileGrid(int wide, int high) {
    public static final TileGrid NONE = new TileGrid(0, 0);

    public int count() {
        return wide * high;
    }

    /// The grid of two to `most` tiles whose shape is nearest the picture's; of equally near ones
    /// the larger only where the picture fills more than half of it.
    public static TileGrid of(int widthPixels, int heightPixels, int tilePixels, int most) {
        double shape = (double) widthPixels / heightPixels;
        double area = (double) widthPixels * heightPixels;
        double nearest = Double.POSITIVE_INFINITY;
        TileGrid best = new TileGrid(1, 2);
        for (int count = 2; count <= most; count++) {
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
}
