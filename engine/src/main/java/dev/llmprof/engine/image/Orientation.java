package dev.llmprof.engine.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// How a camera held the picture, by EXIF's number (1 upright … 8 turned).
record Orientation(int number) {
    private static final Orientation UPRIGHT = new Orientation(1);
    private static final int TAG = 0x0112;
    private static final int EXIF = 0x45786966;

    static Orientation of(byte[] file) {
        ByteBuffer buffer = ByteBuffer.wrap(file);
        if (file.length < 4) {
            return UPRIGHT;
        }
        try {
            return (buffer.getShort(0) & 0xffff) == 0xffd8
                    ? inJpeg(buffer)
                    : buffer.getInt(0) == 0x89504e47 ? inPng(buffer) : UPRIGHT;
        } catch (IndexOutOfBoundsException e) {
            // A cut or odd header tells no orientation; the decoder has its own word on the file.
            return UPRIGHT;
        }
    }

    Rgb upright(Rgb image) {
        if (number < 2 || number > 8) {
            return image;
        }
        boolean swapped = number >= 5;
        int width = swapped ? image.height() : image.width();
        int height = swapped ? image.width() : image.height();
        byte[] bytes = new byte[image.bytes().length];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int from = 3 * source(x, y, image);
                System.arraycopy(image.bytes(), from, bytes, 3 * (y * width + x), 3);
            }
        }
        return new Rgb(width, height, bytes);
    }

    private int source(int x, int y, Rgb image) {
        int right = image.width() - 1;
        int bottom = image.height() - 1;
        return switch (number) {
            case 2 -> y * image.width() + right - x;
            case 3 -> (bottom - y) * image.width() + right - x;
            case 4 -> (bottom - y) * image.width() + x;
            case 5 -> x * image.width() + y;
            case 6 -> (bottom - x) * image.width() + y;
            case 7 -> (bottom - x) * image.width() + right - y;
            case 8 -> x * image.width() + right - y;
            default -> throw new IllegalStateException("orientation " + number);
        };
    }

    private static Orientation inJpeg(ByteBuffer file) {
        int at = 2;
        while ((file.get(at) & 0xff) == 0xff && (file.get(at + 1) & 0xff) != 0xda) {
            int length = file.getShort(at + 2) & 0xffff;
            if ((file.get(at + 1) & 0xff) == 0xe1 && file.getInt(at + 4) == EXIF) {
                return inTiff(file.slice(at + 10, length - 8));
            }
            at += 2 + length;
        }
        return UPRIGHT;
    }

    private static Orientation inPng(ByteBuffer file) {
        int at = 8;
        while (at + 8 <= file.limit() && file.getInt(at + 4) != 0x49444154) {
            if (file.getInt(at + 4) == 0x65584966) {
                return inTiff(file.slice(at + 8, file.getInt(at)));
            }
            at = Math.addExact(at + 12, file.getInt(at));
        }
        return UPRIGHT;
    }

    private static Orientation inTiff(ByteBuffer tiff) {
        ByteBuffer fields =
                tiff.order(tiff.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int directory = fields.getInt(4);
        int count = fields.getShort(directory) & 0xffff;
        for (int i = 0; i < count; i++) {
            int field = directory + 2 + 12 * i;
            if ((fields.getShort(field) & 0xffff) == TAG) {
                return new Orientation(fields.getShort(field + 8) & 0xffff);
            }
        }
        return UPRIGHT;
    }
}
