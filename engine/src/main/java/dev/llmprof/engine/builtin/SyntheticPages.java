package dev.llmprof.engine.builtin;

import dev.llmprof.cache.Cache;
import dev.llmprof.cache.Key;
import dev.llmprof.engine.image.Pictures;
import dev.llmprof.engine.image.Rgb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/// A dataset made on the spot: pages of lines that look like text, in several sizes so that some
/// are tiled. No font is needed, no network.
public final class SyntheticPages {
    private static final int[][] SIZES = {{300, 420}, {480, 320}, {150, 120}, {420, 600}};

    private SyntheticPages() {}

    public static Path folder(Cache cache, int pages, long seed) {
        Key key = Key.of().with("pages", pages).with("seed", seed).code(SyntheticPages.class).key();
        return cache.folder(
                "datasets", key, folder -> write(folder, pages, new SplittableRandom(seed)));
    }

    private static void write(Path folder, int pages, SplittableRandom random) throws IOException {
        Path images = Files.createDirectories(folder.resolve("images"));
        for (int page = 0; page < pages; page++) {
            String name = String.format(Locale.ROOT, "page-%03d", page + 1);
            int[] size = SIZES[page % SIZES.length];
            Pictures.writePng(drawn(size[0], size[1], random), images.resolve(name + ".png"));
        }
    }

    /// Paragraphs of lines, lines of words, words of narrow strokes.
    private static Rgb drawn(int width, int height, SplittableRandom random) {
        Rgb page = Rgb.plain(width, height, 255);
        int margin = width / 12;
        int line = 12;
        for (int y = margin; y + line < height - margin; y += line) {
            if (random.nextInt(8) == 0) {
                continue;
            }
            int end = width - margin - (random.nextInt(5) == 0 ? random.nextInt(width / 2) : 0);
            for (int x = margin; x < end; x += 6) {
                int letters = 2 + random.nextInt(7);
                for (int letter = 0; letter < letters && x < end; letter++, x += 5) {
                    draw(page, x, y, random);
                }
            }
        }
        return page;
    }

    private static void draw(Rgb page, int x, int y, SplittableRandom random) {
        int tall = random.nextInt(3) == 0 ? 8 : 5;
        int strokes = random.nextInt(1, 16);
        for (int i = 0; i < tall; i++) {
            dot(page, x, y + 8 - i, (strokes & 1) != 0);
            dot(page, x + 3, y + 8 - i, (strokes & 2) != 0);
        }
        for (int i = 0; i < 4; i++) {
            dot(page, x + i, y + 8 - tall + 1, (strokes & 4) != 0);
            dot(page, x + i, y + 8, (strokes & 8) != 0);
        }
    }

    private static void dot(Rgb page, int x, int y, boolean drawn) {
        if (drawn && x < page.width() && y < page.height()) {
            int at = 3 * (y * page.width() + x);
            page.bytes()[at] = 20;
            page.bytes()[at + 1] = 20;
            page.bytes()[at + 2] = 30;
        }
    }
}
