package dev.llmprof.engine.image;

import dev.llmprof.problem.Problem;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;

/// Reads a picture as RGB, turned as its EXIF says; transparency is dropped, not blended.
public final class ImageFile {
    private ImageFile() {}

    public static Rgb read(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            return Orientation.of(content).upright(rgb(decoded(content, file)));
        } catch (IOException e) {
            throw unreadable(file, e.getMessage() + "");
        }
    }

    private static BufferedImage decoded(byte[] content, Path file) throws IOException {
        ImageIO.setUseCache(false);
        try (var stream = ImageIO.createImageInputStream(new ByteArrayInputStream(content))) {
            var readers = ImageIO.getImageReaders(stream);
            if (!readers.hasNext()) {
                throw unreadable(file, "it is not a PNG, JPEG, GIF, BMP or TIFF picture");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(stream);
                checkSize(reader.getWidth(0), reader.getHeight(0), file);
                return reader.read(0);
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                // What ImageIO's readers throw at files that contradict themselves.
                throw unreadable(file, "it is broken (" + e.getMessage() + ")");
            } finally {
                reader.dispose();
            }
        }
    }

    /// Decoded, converted and turned, a pixel takes up to ten bytes of Java's memory.
    private static void checkSize(long width, long height, Path file) {
        long most = Runtime.getRuntime().maxMemory() / 10;
        if (width * height > most) {
            String size = width + " × " + height + " pixels; at most ";
            throw unreadable(file, size + most / 1_000_000 + " million fit into memory");
        }
    }

    private static Rgb rgb(BufferedImage image) {
        boolean direct =
                !(image.getColorModel() instanceof IndexColorModel)
                        && (isGrey(image) || image.getRaster().getNumBands() >= 3)
                        && image.getColorModel().getColorSpace().getType() != ColorSpace.TYPE_CMYK;
        return direct ? samples(image) : converted(image);
    }

    /// The stored samples themselves: `getRGB` would bend the values of grey pictures.
    private static Rgb samples(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        Raster raster = image.getRaster();
        int shift = Math.max(raster.getSampleModel().getSampleSize(0) - 8, 0);
        int spread = isGrey(image) ? 0 : 1;
        int[] row = new int[width * raster.getNumBands()];
        byte[] bytes = new byte[3 * width * height];
        for (int y = 0; y < height; y++) {
            raster.getPixels(raster.getMinX(), raster.getMinY() + y, width, 1, row);
            for (int x = 0; x < width; x++) {
                for (int colour = 0; colour < 3; colour++) {
                    int sample = row[x * raster.getNumBands() + colour * spread] >> shift;
                    bytes[3 * (y * width + x) + colour] = (byte) sample;
                }
            }
        }
        return new Rgb(width, height, bytes);
    }

    private static Rgb converted(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        byte[] bytes = new byte[3 * width * height];
        int[] row = new int[width];
        for (int y = 0; y < height; y++) {
            image.getRGB(0, y, width, 1, row, 0, width);
            for (int x = 0; x < width; x++) {
                int at = 3 * (y * width + x);
                bytes[at] = (byte) (row[x] >> 16);
                bytes[at + 1] = (byte) (row[x] >> 8);
                bytes[at + 2] = (byte) row[x];
            }
        }
        return new Rgb(width, height, bytes);
    }

    private static boolean isGrey(BufferedImage image) {
        int bits = image.getRaster().getSampleModel().getSampleSize(0);
        return !(image.getColorModel() instanceof IndexColorModel)
                && image.getColorModel().getColorSpace().getType() == ColorSpace.TYPE_GRAY
                && bits >= 8;
    }

    private static Problem.Found unreadable(Path file, String why) {
        return new Problem(
                        "cannot read the picture " + file.getFileName() + ": " + why,
                        file.toString(),
                        "convert it to a PNG of usual size, or leave it out of the dataset")
                .found();
    }
}
