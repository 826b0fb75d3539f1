package dev.llmprof.engine.decoder;

import java.util.List;
import java.util.stream.IntStream;

/// The no-repeat rule: which next tokens would repeat an n-gram of the tokens so far.
final class Ngrams {
    private Ngrams() {}

    static long[] banned(List<Long> tokens, int size) {
        int known = size - 1;
        if (size <= 0 || tokens.size() < size) {
            return new long[0];
        }
        int start = tokens.size() - known;
        return IntStream.range(0, start)
                .filter(at -> same(tokens, at, start, known))
                .mapToLong(at -> tokens.get(at + known))
                .distinct()
                .toArray();
    }

    private static boolean same(List<Long> tokens, int a, int b, int count) {
        for (int i = 0; i < count; i++) {
            if (!tokens.get(a + i).equals(tokens.get(b + i))) {
                return false;
            }
        }
        return true;
    }
}
