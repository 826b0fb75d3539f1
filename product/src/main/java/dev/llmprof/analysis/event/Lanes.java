package dev.llmprof.analysis.event;

import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.Lane;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// GPU events stream by stream.
public final class Lanes {
    private static final Comparator<Lane> ORDER =
            Comparator.comparing(Lane::process, Names.BY_CODE_POINT)
                    .thenComparing(Lane::device, Names.BY_CODE_POINT)
                    .thenComparing(Lane::context, Names.BY_CODE_POINT)
                    .thenComparing(Lane::stream, Names.BY_CODE_POINT);

    private Lanes() {}

    /// The codes of the streams, by device and stream.
    public static List<Integer> sorted(GpuTable gpu) {
        List<Lane> lanes = gpu.lane().values();
        return IntStream.range(0, lanes.size())
                .boxed()
                .sorted(Comparator.comparing(lanes::get, ORDER))
                .toList();
    }

    /// For each code its events, in the order given.
    public static int[][] events(GpuTable gpu, int[] order) {
        int[] counts = new int[gpu.lane().values().size()];
        for (int row : order) {
            counts[gpu.lane().code(row)]++;
        }
        int[][] events = Arrays.stream(counts).mapToObj(int[]::new).toArray(int[][]::new);
        int[] next = new int[counts.length];
        for (int row : order) {
            int lane = gpu.lane().code(row);
            events[lane][next[lane]++] = row;
        }
        return events;
    }
}
