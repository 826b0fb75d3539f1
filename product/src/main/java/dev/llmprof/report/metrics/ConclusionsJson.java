package dev.llmprof.report.metrics;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.FindingTables;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.report.table.UtilisationTable;

/// What is concluded from the counts: bounds where there is a model, and advice.
public final class ConclusionsJson {
    private ConclusionsJson() {}

    public static void write(JsonOut out, Findings findings) {
        bounds(out, findings);
        advice(out, findings);
    }

    static void bounds(JsonOut out, Findings findings) {
        findings.prediction()
                .ifPresent(each -> out.object("prediction", () -> PredictionJson.write(out, each)));
        findings.utilisation()
                .ifPresent(each ->
                        TableJson.rows(out, "utilisation", UtilisationTable.PHASES, each.phases()));
    }

    static void advice(JsonOut out, Findings findings) {
        TableJson.rows(out, "advice", FindingTables.ADVICE, findings.advice());
    }
}
