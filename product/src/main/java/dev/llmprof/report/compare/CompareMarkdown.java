package dev.llmprof.report.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.format.Markdown;
import java.util.ArrayList;
import java.util.List;

/// A comparison as a comment on a pull request: at most sixty lines, with a hidden mark by which a
/// bot finds its comment again.
public final class CompareMarkdown {
    private static final String MARK = "<!-- llmprof compare -->\n";
    private static final int METRICS = 12;
    private static final int TREE = 10;
    private static final int REMARKS = 6;

    private CompareMarkdown() {}

    public static String of(Comparison comparison) {
        var document =
                new Document(
                        "llmprof: " + comparison.verdict().word(),
                        CompareWords.headline(comparison),
                        sections(comparison));
        return MARK + Markdown.text(document);
    }

    private static List<Section> sections(Comparison comparison) {
        List<Section> sections = new ArrayList<>();
        if (!comparison.metrics().isEmpty()) {
            List<Block> blocks = new ArrayList<>();
            blocks.add(CompareBlocks.wide(comparison, METRICS));
            sections.add(new Section("metrics", "Did it change?", blocks));
        }
        comparison
                .tree()
                .ifPresent(tree ->
                        sections.add(
                                new Section(
                                        "tree",
                                        "What changed?",
                                        List.of(
                                                new Block.Paragraph(CompareBlocks.span(tree)),
                                                CompareBlocks.tree(tree, TREE)))));
        List<String> remarks = new ArrayList<>();
        remarks.add("A: " + comparison.a() + ", B: " + comparison.b());
        remarks.add(CompareWords.comparability(comparison));
        comparison.metrics().stream()
                .flatMap(answer -> reasons(answer).stream())
                .forEach(remarks::add);
        remarks.addAll(CompareWords.remarks(comparison));
        sections.add(
                new Section(
                        "facts",
                        "May they be compared?",
                        List.of(new Block.Bullets(remarks.stream().limit(REMARKS + 2).toList()))));
        return sections;
    }

    private static List<String> reasons(MetricAnswer answer) {
        return CompareWords.reasons(answer).stream()
                .map(reason -> answer.kind().name() + ": " + reason)
                .toList();
    }
}
