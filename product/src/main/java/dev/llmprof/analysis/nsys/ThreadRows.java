package dev.llmprof.analysis.nsys;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;

/// Host rows by thread, in each by time: the longer first where two begin together.
final class ThreadRows {
    private final int[] rows;
    private final int[] firsts;

    private ThreadRows(int[] rows, int[] firsts) {
        this.rows = rows;
        this.firsts = firsts;
    }

    static ThreadRows of(HostTable host, int[] hostRows) {
        int threads = host.thread().values().size();
        int[] firsts = new int[threads + 1];
        for (int row : hostRows) {
            firsts[host.thread().code(row) + 1]++;
        }
        for (int thread = 0; thread < threads; thread++) {
            firsts[thread + 1] += firsts[thread];
        }
        int[] next = Arrays.copyOf(firsts, threads);
        int[] grouped = new int[hostRows.length];
        for (int row : hostRows) {
            grouped[next[host.thread().code(row)]++] = row;
        }
        for (int thread = 0; thread < threads; thread++) {
            int[] part = Arrays.copyOfRange(grouped, firsts[thread], firsts[thread + 1]);
            Rows.sorted(part, (left, right) -> compare(host, left, right));
            System.arraycopy(part, 0, grouped, firsts[thread], part.length);
        }
        return new ThreadRows(grouped, firsts);
    }

    int[] rows() {
        return rows;
    }

    /// The rows of thread `t` are those from `firsts[t]` up to `firsts[t + 1]`.
    int[] firsts() {
        return firsts;
    }

    int threads() {
        return firsts.length - 1;
    }

    private static int compare(HostTable host, int left, int right) {
        int byStart = Long.compare(host.startNanos().get(left), host.startNanos().get(right));
        return byStart != 0 ? byStart : Long.compare(host.endNanos(right), host.endNanos(left));
    }
}
