package dev.llmprof.problem;

import java.util.Collection;
import java.util.Optional;

/// The name a user most likely meant, by edit distance; a name whose first words were typed, as
/// `h100` of `h100-sxm5-80gb`, is as near as one with a letter wrong.
public final class Nearest {

    private Nearest() {}

    /// Empty where nothing is near: more than a third of the letters (and at least two) differ.
    public static Optional<String> to(String typed, Collection<String> names) {
        int limit = Math.max(2, typed.length() / 3);
        return names.stream()
                .filter(name -> far(typed, name) <= limit)
                .min((one, other) -> nearer(typed, one, other));
    }

    /// The JDK's comparators that are put together are in no start-up cache.
    private static int nearer(String typed, String one, String other) {
        int by = Integer.compare(far(typed, one), far(typed, other));
        return by == 0 ? one.compareTo(other) : by;
    }

    private static int far(String typed, String name) {
        boolean begins =
                typed.length() > 2
                        && name.length() > typed.length()
                        && name.startsWith(typed)
                        && "-_".indexOf(name.charAt(typed.length())) >= 0;
        return begins ? 1 : distance(typed, name);
    }

    /// Insertions, deletions, replacements and swaps of neighbours, each counted once.
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
