package dev.llmprof.engine.vision;

import dev.llmprof.engine.image.Bicubic;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What the vision part sees of one page: the whole page, and tiles of it when it is large.
public record Views(Rgb whole, List<Rgb> tiles, int tilesWide, int tilesHigh) {
    private static final int SQUASHED_UP_TO = 640;
    private static final int BACKGROUND = 127;

    public Views {
        tiles = List.copyOf(tiles);
    }

    public static Views of(Rgb page, Preprocess preprocess) {
        if (!preprocess.cropMode()) {
            int size = preprocess.imageSize();
            Rgb squashed = size <= SQUASHED_UP_TO ? Bicubic.resize(page, size, size) : page;
            return new Views(padded(squashed, size), List.of(), 1, 1);
        }
        Rgb whole = padded(page, preprocess.baseSize());
        int tile = preprocess.imageSize();
        if (page.width() <= tile && page.height() <= tile) {
            return new Views(whole, List.of(), 1, 1);
        }
        Grid grid = grid(page, preprocess.maxTiles(), tile);
        return new Views(whole, tiles(page, grid, tile), grid.wide(), grid.high());
    }

    private record Grid(int wide, int high) {
        double ratio() {
            return (double) wide / high;
        }

        int area() {
            return wide * high;
        }
    }

    /// Keeps the aspect, fills the square with grey; roundings are Python's, half to even.
    private static Rgb padded(Rgb page, int size) {
        double ratio = (double) page.width() / page.height();
        if (ratio == 1) {
            return Bicubic.resize(page, size, size);
        }
        int width = size;
        int height = size;
        if (ratio > 1) {
            height = (int) Math.rint((double) page.height() / page.width() * size);
        } else {
            width = (int) Math.rint((double) page.width() / page.height() * size);
        }
        Rgb fitted = Bicubic.resize(page, width, height);
        int x = (int) Math.rint((size - width) * 0.5);
        int y = (int) Math.rint((size - height) * 0.5);
        return fitted.on(size, size, BACKGROUND, x, y);
    }

    private static Grid grid(Rgb page, int atMost, int tile) {
        double ratio = (double) page.width() / page.height();
        Grid best = new Grid(1, 1);
        double closest = Double.POSITIVE_INFINITY;
        for (Grid grid : grids(atMost)) {
            double apart = Math.abs(ratio - grid.ratio());
            double pixels = (double) page.width() * page.height();
            if (apart < closest || (apart == closest && pixels > 0.5 * tile * tile * grid.area())) {
                closest = apart;
                best = grid;
            }
        }
        return best;
    }

    /// Two to `atMost` tiles, small areas first. Within one area the order does not matter: no page
    /// is equally near to two of them without being nearer to a third.
    private static List<Grid> grids(int atMost) {
        List<Grid> grids = new ArrayList<>();
        for (int wide = 1; wide <= atMost; wide++) {
            for (int high = 1; wide * high <= atMost; high++) {
                if (wide * high >= 2) {
                    grids.add(new Grid(wide, high));
                }
            }
        }
        grids.sort(Comparator.comparingInt(Grid::area));
        return grids;
    }

    private static List<Rgb> tiles(Rgb page, Grid grid, int tile) {
        Rgb squashed = Bicubic.resize(page, tile * grid.wide(), tile * grid.high());
        List<Rgb> tiles = new ArrayList<>();
        for (int i = 0; i < grid.area(); i++) {
            tiles.add(squashed.cut(i % grid.wide() * tile, i / grid.wide() * tile, tile, tile));
        }
        return tiles;
    }
}
