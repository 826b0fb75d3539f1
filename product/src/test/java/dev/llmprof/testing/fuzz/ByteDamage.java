package dev.llmprof.testing.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/// What happens to files of any kind: bits flip, pieces are lost, repeated or moved, numbers are
/// out of range.
final class ByteDamage {
    static final Damage ANY =
            Damage.oneOf(
                    ByteDamage::flipped,
                    ByteDamage::cut,
                    ByteDamage::lost,
                    ByteDamage::twice,
                    ByteDamage::filled,
                    ByteDamage::moved,
                    ByteDamage::number,
                    ByteDamage::scattered);
    private static final long[] NUMBERS = {
        0,
        1,
        -1,
        127,
        128,
        255,
        256,
        Short.MAX_VALUE,
        65_535,
        65_536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xFFFF_FFFFL,
        1L << 32,
        1L << 40,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private ByteDamage() {}

    static byte[] cut(byte[] whole, Random random) {
        return Arrays.copyOf(whole, at(whole, random));
    }

    /// The bytes with others in place of those from `start` to `end`.
    static byte[] replaced(byte[] whole, int start, int end, byte[] piece) {
        byte[] bytes = new byte[whole.length - (end - start) + piece.length];
        System.arraycopy(whole, 0, bytes, 0, start);
        System.arraycopy(piece, 0, bytes, start, piece.length);
        System.arraycopy(whole, end, bytes, start + piece.length, whole.length - end);
        return bytes;
    }

    private static byte[] flipped(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        if (bytes.length > 0) {
            bytes[at(whole, random)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    private static byte[] scattered(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int hits = bytes.length == 0 ? 0 : 1 + random.nextInt(20); hits > 0; hits--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static byte[] lost(byte[] whole, Random random) {
        int start = at(whole, random);
        return replaced(whole, start, start + length(whole, start, random), new byte[0]);
    }

    private static byte[] twice(byte[] whole, Random random) {
        int start = at(whole, random);
        int end = start + length(whole, start, random);
        return replaced(whole, end, end, Arrays.copyOfRange(whole, start, end));
    }

    private static byte[] filled(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int start = at(whole, random);
        byte with = (byte) (random.nextBoolean() ? 0xFF : 0);
        Arrays.fill(bytes, start, start + length(whole, start, random), with);
        return bytes;
    }

    private static byte[] moved(byte[] whole, Random random) {
        int start = at(whole, random);
        int end = start + length(whole, start, random);
        int place = at(whole, random);
        return replaced(whole, place, place, Arrays.copyOfRange(whole, start, end));
    }

    private static byte[] number(byte[] whole, Random random) {
        var order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        int width = 1 << random.nextInt(4);
        byte[] piece = ByteBuffer.allocate(8).order(order).putLong(number).array();
        int first = order == ByteOrder.LITTLE_ENDIAN ? 0 : 8 - width;
        int start = at(whole, random);
        int end = Math.min(whole.length, start + width);
        return replaced(whole, start, end, Arrays.copyOfRange(piece, first, first + end - start));
    }

    private static int at(byte[] whole, Random random) {
        // Headers are small and decide the most.
        int end = random.nextInt(3) == 0 ? Math.min(whole.length, 128) : whole.length;
        return end == 0 ? 0 : random.nextInt(end);
    }

    private static int length(byte[] whole, int start, Random random) {
        int most = random.nextInt(8) == 0 ? whole.length : 64;
        return whole.length == 0 ? 0 : Math.min(whole.length - start, 1 + random.nextInt(most));
    }
}
