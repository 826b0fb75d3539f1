package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.lint.LintFinding;
import dev.llmprof.analysis.lint.LintRule;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.table.LintTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// How far the captures can be trusted: what [dev.llmprof.analysis.lint.Lints] found.
public final class TrustSection {
    private static final Set<LintRule> OF_THE_MACHINE =
            Set.of(
                    LintRule.BUSY_HOST,
                    LintRule.THROTTLED,
                    LintRule.CAPPED_CLOCK,
                    LintRule.SHARED_GPU);

    private TrustSection() {}

    /// Without blocks where nothing was captured.
    public static Section of(Findings findings, int limit) {
        List<Block> blocks = new ArrayList<>();
        boolean captured = !findings.captures().isEmpty() || !findings.kernels().isEmpty();
        if (captured) {
            blocks.add(new Block.Paragraph(summary(findings.lint())));
        }
        if (!findings.lint().isEmpty()) {
            blocks.add(
                    LintTable.FINDINGS.grid(
                            "The worst first", named(findings), limit, columns(findings.lint())));
        }
        return new Section("trust", "Can this be trusted?", blocks);
    }

    /// Of several captures each row says of which it is.
    private static String[] columns(List<LintFinding> found) {
        boolean several =
                found.stream()
                                .map(LintFinding::source)
                                .filter(source -> !source.isEmpty())
                                .distinct()
                                .count()
                        > 1;
        return several
                ? new String[] {"severity", "source", "what", "evidence", "cost", "fix"}
                : new String[] {"severity", "what", "evidence", "cost", "fix"};
    }

    /// By the names that the other sections use.
    private static List<LintFinding> named(Findings findings) {
        return findings.lint().stream()
                .map(each -> new LintFinding(each.rule(), name(findings, each), each.evidence()))
                .toList();
    }

    private static String name(Findings findings, LintFinding found) {
        return findings.captures().stream()
                .filter(capture -> capture.origin().source().equals(found.source()))
                .findFirst()
                .map(findings.relations()::name)
                .orElse(found.source());
    }

    /// What the machine did to the times: it comes before them.
    public static List<Block> loud(Findings findings) {
        return findings.lint().stream()
                .filter(each -> OF_THE_MACHINE.contains(each.rule()))
                .<Block>map(each ->
                        new Block.Note(
                                Block.Tone.WARNING, each.evidence() + ": " + each.rule().cost()))
                .toList();
    }

    private static String summary(List<LintFinding> found) {
        return found.isEmpty()
                ? "No problems were found in these captures."
                : counted(found, LintRule.Severity.ERROR, "error", "errors")
                        + ", "
                        + counted(found, LintRule.Severity.WARNING, "warning", "warnings")
                        + ", "
                        + counted(found, LintRule.Severity.NOTE, "note", "notes")
                        + " about how the captures were made.";
    }

    private static String counted(
            List<LintFinding> found, LintRule.Severity severity, String one, String many) {
        long count = found.stream().filter(each -> each.rule().severity() == severity).count();
        return ShownText.counted(count, one, many);
    }
}
