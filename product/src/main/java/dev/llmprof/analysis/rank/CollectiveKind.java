package dev.llmprof.analysis.rank;

import java.util.List;
import java.util.Locale;

/// What ranks do together. One that `synchronises` ends on no rank before all have arrived, so its
/// ends are one moment on all clocks.
public enum CollectiveKind {
    ALL_REDUCE("all_reduce", true),
    ALL_GATHER("all_gather", true),
    REDUCE_SCATTER("reduce_scatter", true),
    ALL_TO_ALL("all_to_all", true),
    BARRIER("barrier", true),
    BROADCAST("broadcast", false),
    REDUCE("reduce", false),
    GATHER("gather", false),
    SCATTER("scatter", false),
    SEND("send", false),
    RECEIVE("recv", false),
    OTHER("other", false);

    private static final List<CollectiveKind> ALL = List.of(values());

    private final String label;
    private final boolean synchronises;

    CollectiveKind(String label, boolean synchronises) {
        this.label = label;
        this.synchronises = synchronises;
    }

    public String label() {
        return label;
    }

    boolean synchronises() {
        return synchronises;
    }

    boolean isMessage() {
        return this == SEND || this == RECEIVE;
    }

    /// Bytes over the busiest link for each byte of the message, as nccl-tests counts them.
    double busFactor(int ranks) {
        double others = (ranks - 1.0) / ranks;
        return switch (this) {
            case ALL_REDUCE -> 2 * others;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> others;
            case BARRIER, BROADCAST, REDUCE, GATHER, SCATTER, SEND, RECEIVE, OTHER -> 1;
        };
    }

    int number() {
        return ALL.indexOf(this);
    }

    static CollectiveKind at(int number) {
        return ALL.get(number);
    }

    /// From any spelling: `_allgather_base`, `gloo:all_gather`, `ncclDevKernel_AllGather_RING_LL`.
    public static CollectiveKind of(String spelled) {
        String letters = spelled.toLowerCase(Locale.ROOT).replace("_", "");
        if (letters.contains("reducescatter")) {
            return REDUCE_SCATTER;
        }
        if (letters.contains("allgather")) {
            return ALL_GATHER;
        }
        if (letters.contains("allreduce")) {
            return ALL_REDUCE;
        }
        if (letters.contains("alltoall")) {
            return ALL_TO_ALL;
        }
        if (letters.contains("sendrecv")) {
            return OTHER;
        }
        for (CollectiveKind kind : ALL) {
            if (letters.contains(kind.label.replace("_", ""))) {
                return kind;
            }
        }
        return OTHER;
    }
}
