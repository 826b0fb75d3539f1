package dev.llmprof.testing.fuzz;

import java.nio.ByteBuffer;
import java.util.Random;

/// A SQLite file whose pages point elsewhere: to themselves, to each other, to the same record many
/// times, past the end.
final class SqliteDamage {
    static final Damage PAGES =
            Damage.oneOf(
                    SqliteDamage::header,
                    SqliteDamage::pointer,
                    SqliteDamage::samePointer,
                    SqliteDamage::cell,
                    SqliteDamage::child,
                    SqliteDamage::swapped);

    private SqliteDamage() {}

    private static int size(byte[] whole) {
        int said = whole.length < 18 ? 0 : ByteBuffer.wrap(whole).getShort(16) & 0xFFFF;
        return said < 512 ? 4096 : said;
    }

    private static int pages(byte[] whole) {
        return Math.max(1, whole.length / size(whole));
    }

    /// Where the header of a page begins: the first has the file's before it.
    private static int page(byte[] whole, Random random) {
        int number = random.nextInt(pages(whole));
        return number == 0 ? Math.min(100, whole.length) : number * size(whole);
    }

    private static byte[] written(byte[] whole, int at, int width, long value) {
        byte[] bytes = whole.clone();
        for (int each = 0; each < width && at + each < bytes.length; each++) {
            bytes[at + each] = (byte) (value >>> (8 * (width - 1 - each)));
        }
        return bytes;
    }

    private static byte[] header(byte[] whole, Random random) {
        int at = page(whole, random);
        return switch (random.nextInt(3)) {
            case 0 -> written(whole, at, 1, new int[] {0, 2, 5, 10, 13}[random.nextInt(5)]);
            case 1 -> written(whole, at + 3, 2, random.nextInt(65_536));
            default -> written(whole, at + 5, 2, random.nextInt(65_536));
        };
    }

    private static byte[] pointer(byte[] whole, Random random) {
        int at = page(whole, random) + 8 + 2 * random.nextInt(64);
        return written(whole, at, 2, random.nextInt(size(whole)));
    }

    private static byte[] samePointer(byte[] whole, Random random) {
        int at = page(whole, random) + 8;
        byte[] bytes = whole;
        int same = random.nextInt(size(whole));
        for (int each = 0; each < 200; each++) {
            bytes = written(bytes, at + 2 * each, 2, same);
        }
        return written(bytes, at - 5, 2, 200);
    }

    private static byte[] cell(byte[] whole, Random random) {
        int at = page(whole, random) + random.nextInt(size(whole));
        byte[] bytes = whole.clone();
        for (int each = 0; each < 9 && at + each < bytes.length; each++) {
            bytes[at + each] = (byte) (0x80 | random.nextInt(128));
        }
        return bytes;
    }

    private static byte[] child(byte[] whole, Random random) {
        int at = page(whole, random) + (random.nextBoolean() ? 8 : random.nextInt(size(whole)));
        return written(whole, at, 4, random.nextInt(pages(whole) + 2));
    }

    private static byte[] swapped(byte[] whole, Random random) {
        int size = size(whole);
        int from = random.nextInt(pages(whole)) * size;
        int to = random.nextInt(pages(whole)) * size;
        byte[] bytes = whole.clone();
        int length = Math.min(size, whole.length - Math.max(from, to));
        if (length > 0) {
            System.arraycopy(whole, from, bytes, to, length);
        }
        return bytes;
    }
}
