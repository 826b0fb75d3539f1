package dev.llmprof.engine.image;

import java.util.Arrays;

/// A picture of three bytes a pixel, rows from top to bottom.
public final class Rgb {
    private final int width;
    private final int height;
    private final byte[] bytes;

    public Rgb(int width, int height, byte[] bytes) {
        if (bytes.length != 3L * width * height) {
            throw new IllegalArgumentException("a picture of " + width + "×" + height + " pixels");
        }
        this.width = width;
        this.height = height;
        this.bytes = bytes;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /// Red, green, blue of each pixel.
    public byte[] bytes() {
        return bytes;
    }

    public static Rgb plain(int width, int height, int grey) {
        byte[] bytes = new byte[Math.multiplyExact(3 * width, height)];
        Arrays.fill(bytes, (byte) grey);
        return new Rgb(width, height, bytes);
    }

    /// The part that begins at (x, y).
    public Rgb cut(int x, int y, int partWidth, int partHeight) {
        byte[] part = new byte[3 * partWidth * partHeight];
        for (int row = 0; row < partHeight; row++) {
            System.arraycopy(
                    bytes, 3 * ((y + row) * width + x), part, 3 * row * partWidth, 3 * partWidth);
        }
        return new Rgb(partWidth, partHeight, part);
    }

    /// This picture on a larger plain one.
    public Rgb on(int outerWidth, int outerHeight, int grey, int x, int y) {
        Rgb outer = plain(outerWidth, outerHeight, grey);
        for (int row = 0; row < height; row++) {
            System.arraycopy(
                    bytes,
                    3 * row * width,
                    outer.bytes,
                    3 * ((y + row) * outerWidth + x),
                    3 * width);
        }
        return outer;
    }

    /// Draws a red frame into this picture.
    public void frame(int x, int y, int frameWidth, int frameHeight) {
        int right = Math.min(x + frameWidth, width) - 1;
        int bottom = Math.min(y + frameHeight, height) - 1;
        for (int i = x; i <= right; i++) {
            red(i, y);
            red(i, bottom);
        }
        for (int i = y; i <= bottom; i++) {
            red(x, i);
            red(right, i);
        }
    }

    private void red(int x, int y) {
        int at = 3 * (y * width + x);
        bytes[at] = (byte) 220;
        bytes[at + 1] = 30;
        bytes[at + 2] = 30;
    }
}
