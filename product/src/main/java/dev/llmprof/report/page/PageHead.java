package dev.llmprof.report.page;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.report.block.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a report is of: command, model, device, host, versions, commit, date, as far as they are
/// known.
public final class PageHead {

    private PageHead() {}

    public static List<Document.Fact> of(Findings findings) {
        Provenance provenance = findings.provenance();
        List<Document.Fact> facts = new ArrayList<>();
        if (provenance.head().isEmpty()) {
            add(facts, "model", model(findings));
            add(facts, "analyzed by", provenance.llmprof());
            return facts;
        }
        if (!provenance.head().getFirst().name().equals("command")) {
            add(facts, "model", model(findings));
        }
        for (Provenance.Fact fact : provenance.head()) {
            add(facts, fact.name(), fact.value());
            if (fact.name().equals("command")) {
                add(facts, "model", model(findings));
            }
        }
        return facts;
    }

    private static void add(List<Document.Fact> facts, String label, String value) {
        if (!value.isEmpty()) {
            facts.add(new Document.Fact(label, value));
        }
    }

    private static String model(Findings findings) {
        Optional<String> served =
                findings.serving().map(found -> found.main().load().facts().model());
        return served.filter(name -> !name.isEmpty())
                .or(() -> findings.prediction().map(Prediction::model))
                .orElse("");
    }
}
