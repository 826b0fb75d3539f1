package dev.llmprof.compare.align;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SequenceAlignmentTest {
    private static final int NONE = SequenceAlignment.NONE;

    /// Each letter is an operator with one shape.
    private static WorkTokens letters(String text) {
        return tokens(text.chars().toArray());
    }

    private static WorkTokens tokens(int[] operators) {
        long[] wide = Arrays.stream(operators).asLongStream().toArray();
        int[] none = new int[operators.length];
        Arrays.fill(none, WorkTokens.NONE);
        return new WorkTokens(operators, operators.clone(), wide, none, wide.clone(), wide.clone());
    }

    private static int[] aligned(int[] a, int[] b) {
        return aligned(tokens(a), a.length, tokens(b), b.length);
    }

    private static int[] aligned(String a, String b) {
        return aligned(letters(a), a.length(), letters(b), b.length());
    }

    private static int[] aligned(WorkTokens a, int sizeA, WorkTokens b, int sizeB) {
        return SequenceAlignment.partners(
                a, IntStream.range(0, sizeA).toArray(), b, IntStream.range(0, sizeB).toArray());
    }

    private static String blocks(String a, String b) {
        var text = new StringBuilder();
        AlignedBlocks.each(
                aligned(a, b),
                b.length(),
                new AlignedBlocks.Taker() {
                    @Override
                    public void pair(int atA, int atB) {
                        text.append(a.charAt(atA));
                    }

                    @Override
                    public void block(int fromA, int toA, int fromB, int toB) {
                        text.append(
                                "{%s>%s}"
                                        .formatted(
                                                a.substring(fromA, toA), b.substring(fromB, toB)));
                    }
                });
        return text.toString();
    }

    @Test
    void equalSequencesPairOneByOne() {
        assertArrayEquals(new int[] {0, 1, 2}, aligned("abc", "abc"));
    }

    @Test
    void threeFusedIntoOneAreOneBlock() {
        assertEquals("ab{cde>X}fg", blocks("abcdefg", "abXfg"));
    }

    @Test
    void oneSplitIntoTwoIsOneBlock() {
        assertEquals("ab{c>XY}de", blocks("abcde", "abXYde"));
    }

    @Test
    void whatIsOnOneSideOnlyIsAddedOrRemoved() {
        assertEquals("a{>x}b{c>}d", blocks("abcd", "axbd"));
    }

    @Test
    void aLongGapCostsLessThanManyShortOnes() {
        assertEquals("q{abab>}z", blocks("qababz", "qz"));
    }

    @Test
    void aDroppedLayerIsOneGap() {
        String layer = "nqkvonugd";
        assertEquals(
                "e" + layer.repeat(4) + "{" + layer + ">}h",
                blocks("e" + layer.repeat(5) + "h", "e" + layer.repeat(4) + "h"));
    }

    @Test
    void twoSwappedLeaveOneOfThemPaired() {
        assertEquals("ab{>d}c{d>}ef", blocks("abcdef", "abdcef"));
    }

    @Test
    void anotherShapeIsStillTheOperator() {
        WorkTokens a =
                new WorkTokens(
                        new int[] {1},
                        new int[] {1},
                        new long[] {1},
                        new int[] {0},
                        new long[] {8},
                        new long[] {1});
        WorkTokens b =
                new WorkTokens(
                        new int[] {1},
                        new int[] {2},
                        new long[] {2},
                        new int[] {0},
                        new long[] {9},
                        new long[] {2});
        assertEquals(Likeness.OPERATOR, a.likeness(0, b, 0));
        assertArrayEquals(new int[] {0}, aligned(a, 1, b, 1));
    }

    @Test
    void aLaunchWithoutOperatorOrKnownNameIsKnownByItsSize() {
        WorkTokens a =
                new WorkTokens(
                        new int[] {-1},
                        new int[] {1},
                        new long[] {1},
                        new int[] {3},
                        new long[] {8},
                        new long[] {1});
        WorkTokens b =
                new WorkTokens(
                        new int[] {-1},
                        new int[] {2},
                        new long[] {2},
                        new int[] {-1},
                        new long[] {8},
                        new long[] {2});
        assertEquals(Likeness.CATEGORY, a.likeness(0, b, 0));
    }

    /// Layers of sixty without anything that stands once, each of them changed.
    @Test
    void hundredThousandLaunchesOfChangedLayersFindTheirPartners() {
        int[] a = new int[100_000];
        Arrays.setAll(a, at -> at % 60);
        int[] b =
                IntStream.of(a)
                        .filter(token -> token != 7)
                        .map(token -> token == 30 ? 99 : token)
                        .toArray();
        int[] partners = aligned(a, b);
        long paired = Arrays.stream(partners).filter(partner -> partner != NONE).count();
        assertEquals(Arrays.stream(b).filter(token -> token != 99).count(), paired);
    }

    @Test
    void whateverComesEveryPositionIsUsedOnceAndInOrder() {
        var random = new Random(4);
        for (int round = 0; round < 40; round++) {
            int alphabet = 1 + random.nextInt(60);
            int[] a = random.ints(random.nextInt(900), 0, alphabet).toArray();
            int[] b = random.ints(random.nextInt(900), 0, alphabet).toArray();
            int[] partners = aligned(a, b);
            BitSet used = new BitSet();
            int last = -1;
            for (int at = 0; at < a.length; at++) {
                if (partners[at] != NONE) {
                    assertTrue(partners[at] > last);
                    assertEquals(a[at], b[partners[at]]);
                    last = partners[at];
                    used.set(last);
                }
            }
            var counting = new Counting();
            AlignedBlocks.each(partners, b.length, counting);
            assertEquals(a.length, counting.ofA);
            assertEquals(b.length, counting.ofB);
        }
    }

    private static final class Counting implements AlignedBlocks.Taker {
        private int ofA;
        private int ofB;

        @Override
        public void pair(int atA, int atB) {
            ofA++;
            ofB++;
        }

        @Override
        public void block(int fromA, int toA, int fromB, int toB) {
            ofA += toA - fromA;
            ofB += toB - fromB;
        }
    }
}
