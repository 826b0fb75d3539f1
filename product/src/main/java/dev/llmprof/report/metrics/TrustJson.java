package dev.llmprof.report.metrics;

import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.conditions.HostLoad;
import dev.llmprof.analysis.plan.NcuCoverage;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.report.table.TrustTables;
import java.time.Instant;

/// What profiling cost, and the conditions a run was measured under; the samples themselves are in
/// `tables/conditions.parquet`.
final class TrustJson {
    private TrustJson() {}

    static void write(JsonOut out, RunTrust trust) {
        TableJson.rows(out, "overhead", TrustTables.OVERHEAD, trust.overhead().phases());
        TableJson.rows(out, "recording_work", TrustTables.WORK, trust.overhead().work());
        NcuCoverage coverage = trust.coverage();
        if (!coverage.classes().isEmpty()) {
            out.object(
                    "ncu_coverage",
                    () -> {
                        out.put("planned_share", coverage.plannedShare());
                        out.put("covered_share", coverage.coveredShare());
                        out.put("predicted_minutes", coverage.predictedMinutes());
                        TableJson.rows(out, "classes", TrustTables.COVERAGE, coverage.classes());
                    });
        }
        if (!trust.conditions().isEmpty()) {
            out.object("conditions", () -> conditions(out, trust));
        }
    }

    private static void conditions(JsonOut out, RunTrust trust) {
        HostLoad load = HostLoad.of(trust.conditions());
        long first = trust.conditions().firstUnixNanos();
        out.put("began", Instant.ofEpochSecond(0, first).toString());
        out.put("seconds", trust.conditions().seconds());
        out.put("samples", trust.conditions().host().size() + trust.conditions().gpus().size());
        out.put("sampler_cpu_s", trust.conditions().samplerSeconds());
        if (load.seconds() > 0) {
            out.put("cpu_busy", load.busyShare());
            out.put("cpu_of_others", load.otherShare());
            out.put("cpu_stolen", load.stolenShare());
            load.stalledShare().ifPresent(share -> out.put("cpu_pressure", share));
        }
        TableJson.rows(out, "phases", TrustTables.PHASES, trust.phases());
    }
}
