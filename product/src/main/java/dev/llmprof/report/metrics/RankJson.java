package dev.llmprof.report.metrics;

import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.JoinedTables;
import dev.llmprof.report.table.TableJson;

/// Several ranks as JSON, in `metrics.json` and in `--json` alike.
public final class RankJson {
    private RankJson() {}

    /// The field `ranks` of the object that `out` is in.
    public static void write(JsonOut out, Ranks ranks) {
        out.object(
                "ranks",
                () -> {
                    out.put("imbalance", ranks.imbalance());
                    out.texts("stragglers", ranks.stragglers());
                    TableJson.rows(out, "rows", JoinedTables.RANKS, ranks.rows());
                    out.put("paired_collectives", ranks.pairing().occurrences());
                    out.put("paired_collectives_ending_together", ranks.pairing().together());
                    TableJson.rows(
                            out, "collectives", JoinedTables.COLLECTIVES, ranks.collectives());
                    TableJson.rows(out, "kernels", JoinedTables.RANK_KERNELS, ranks.kernels());
                    out.texts("remarks", ranks.remarks());
                });
    }
}
