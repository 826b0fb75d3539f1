package dev.llmprof.report.metrics;

import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.RankTables;
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
                    TableJson.rows(out, "rows", RankTables.RANKS, ranks.rows());
                    TableJson.rows(out, "groups", RankTables.GROUPS, ranks.groups());
                    TableJson.rows(out, "late", RankTables.LATE, ranks.late());
                    TableJson.rows(out, "bandwidth", RankTables.BANDWIDTH, ranks.bandwidths());
                    TableJson.rows(out, "uneven", RankTables.IMBALANCES, ranks.imbalances());
                    TableJson.rows(out, "clocks", RankTables.CLOCKS, ranks.clocks());
                    TableJson.rows(out, "kernels", RankTables.KERNELS, ranks.kernels());
                    out.texts("remarks", ranks.remarks());
                });
    }
}
