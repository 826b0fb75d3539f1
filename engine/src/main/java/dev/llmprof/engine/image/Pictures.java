package dev.llmprof.engine.image;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/// Writes pictures.
public final class Pictures {
    private Pictures() {}

    public static void writePng(Rgb picture, Path file) throws IOException {
        write(picture, "png", file);
    }

    public static void writeJpeg(Rgb picture, Path file) throws IOException {
        write(picture, "jpg", file);
    }

    private static void write(Rgb picture, String format, Path file) throws IOException {
        ImageIO.setUseCache(false);
        var image =
                new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
        byte[] bytes = picture.bytes();
        int[] row = new int[picture.width()];
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < row.length; x++) {
                int at = 3 * (y * row.length + x);
                row[x] =
                        (bytes[at] & 0xff) << 16
                                | (bytes[at + 1] & 0xff) << 8
                                | (bytes[at + 2] & 0xff);
            }
            image.setRGB(0, y, row.length, 1, row, 0, row.length);
        }
        try (var out = Files.newOutputStream(file)) {
            if (!ImageIO.write(image, format, out)) {
                throw new IOException("no writer for " + format);
            }
        }
    }
}
