package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.lint.LintFinding;

/// What of a capture cannot be trusted.
public final class LintTable {
    private LintTable() {}

    public static final ResultTable<LintFinding> FINDINGS =
            ResultTable.of(
                    "lint",
                    "What of the captures cannot be trusted, or could be known with other settings.",
                    text("id", "the rule", each -> each.rule().id()),
                    text(
                            "severity",
                            "error: the file is not what the program did; warning: a number may mislead;"
                                    + " note: more could be known",
                            each -> each.rule().severity().label()),
                    name("source", "the capture, empty where it is several", LintFinding::source),
                    text("what", "", each -> each.rule().what()),
                    text("evidence", "", LintFinding::evidence),
                    text("cost", "what it does to the numbers", each -> each.rule().cost()),
                    text("fix", "how to record it better", each -> each.rule().fix()));
}
