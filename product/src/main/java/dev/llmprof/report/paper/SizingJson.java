package dev.llmprof.report.paper;

import dev.llmprof.analysis.sizing.Efficiency;
import dev.llmprof.analysis.sizing.SizingQuestion;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.SizingTable;
import dev.llmprof.report.table.TableJson;
import java.io.StringWriter;

/// The answer of `llmprof model --slo --json`.
public final class SizingJson {
    private SizingJson() {}

    public static String of(SizingAnswer answer) {
        SizingQuestion question = answer.question();
        var text = new StringWriter();
        try (JsonOut out = new JsonOut(text)) {
            out.object(() -> {
                out.put("schema", "llmprof.sizing/1");
                out.put("model", answer.model().name());
                out.object("slo", () -> slo(out, question));
                out.put("prompt_tokens", question.request().promptTokens());
                out.put("new_tokens", question.request().newTokens());
                out.put("memory_utilization", question.memoryShare());
                Efficiency efficiency = question.efficiency();
                out.object(
                        "efficiency",
                        () -> {
                            out.put("compute", efficiency.compute());
                            out.put("memory", efficiency.memory());
                        });
                out.texts("caveats", answer.caveats().stream().map(Caveat::words).toList());
                out.texts("notes", answer.notes());
                TableJson.rows(out, "deployments", SizingTable.SIZING, answer.rows());
            });
        }
        return text + "\n";
    }

    private static void slo(JsonOut out, SizingQuestion question) {
        if (Double.isFinite(question.level().firstTokenSeconds())) {
            out.put("ttft_seconds", question.level().firstTokenSeconds());
        }
        if (Double.isFinite(question.level().perTokenSeconds())) {
            out.put("tpot_seconds", question.level().perTokenSeconds());
        }
    }
}
