package dev.llmprof.compare.align;

import java.util.BitSet;
import java.util.function.IntPredicate;

/// An alignment as pairs, and blocks of neighbours without a partner: every position is in one.
public final class AlignedBlocks {
    private AlignedBlocks() {}

    /// Takes pairs and blocks in order. A block that is empty on one side was added or removed.
    public interface Taker {
        void pair(int atA, int atB);

        void block(int fromA, int toA, int fromB, int toB);
    }

    public static void each(int[] partners, int sizeB, Taker taker) {
        int atA = 0;
        int atB = 0;
        while (atA < partners.length || atB < sizeB) {
            int toA = atA;
            while (toA < partners.length && partners[toA] == SequenceAlignment.NONE) {
                toA++;
            }
            int toB = toA == partners.length ? sizeB : partners[toA];
            if (toA > atA || toB > atB) {
                taker.block(atA, toA, atB, toB);
            }
            if (toA < partners.length) {
                taker.pair(toA, toB);
            }
            atA = toA + 1;
            atB = toB + 1;
        }
    }

    /// Without those doubtful pairs that stand beside a gap: the pair is part of what replaced it.
    public static int[] loosened(int[] partners, int sizeB, IntPredicate doubtful) {
        var taken = new BitSet();
        for (int partner : partners) {
            if (partner != SequenceAlignment.NONE) {
                taken.set(partner);
            }
        }
        int[] loose = partners.clone();
        for (int at = 0; at < partners.length; at++) {
            if (partners[at] != SequenceAlignment.NONE && doubtful.test(at)) {
                boolean gap =
                        isGap(partners, at - 1)
                                || isGap(partners, at + 1)
                                || isGap(taken, partners[at] - 1, sizeB)
                                || isGap(taken, partners[at] + 1, sizeB);
                loose[at] = gap ? SequenceAlignment.NONE : partners[at];
            }
        }
        return loose;
    }

    private static boolean isGap(int[] partners, int at) {
        return at >= 0 && at < partners.length && partners[at] == SequenceAlignment.NONE;
    }

    private static boolean isGap(BitSet taken, int at, int size) {
        return at >= 0 && at < size && !taken.get(at);
    }
}
