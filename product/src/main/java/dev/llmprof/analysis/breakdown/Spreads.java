package dev.llmprof.analysis.breakdown;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import java.util.Arrays;

/// Makes a [Spread] for each code of a column, from the durations beside it.
public final class Spreads {
    private Spreads() {}

    /// The durations of the rows of each code.
    static long[][] byCode(int[] rows, IntColumn codes, int codeCount, LongColumn durations) {
        int[] counts = new int[codeCount];
        for (int row : rows) {
            counts[codes.get(row)]++;
        }
        long[][] groups = new long[codeCount][];
        for (int code = 0; code < codeCount; code++) {
            groups[code] = new long[counts[code]];
        }
        for (int row : rows) {
            int code = codes.get(row);
            groups[code][--counts[code]] = durations.get(row);
        }
        return groups;
    }

    /// Sorts the durations given.
    public static Spread of(long[] durations) {
        int count = durations.length;
        if (count == 0) {
            return new Spread(0, 0, 0, 0, 0, 0, 0);
        }
        Arrays.sort(durations);
        long total = Arrays.stream(durations).sum();
        return new Spread(
                count,
                total,
                durations[0],
                (durations[(count - 1) / 2] + durations[count / 2]) / 2.0,
                durations[(int) Math.ceil(count * 0.95) - 1],
                durations[count - 1],
                deviation(durations, (double) total / count));
    }

    /// Of a sample, as nsys has it; 0 for a single one.
    private static double deviation(long[] durations, double mean) {
        double squares = 0;
        for (long duration : durations) {
            squares += (duration - mean) * (duration - mean);
        }
        return durations.length < 2 ? 0 : Math.sqrt(squares / (durations.length - 1));
    }
}
