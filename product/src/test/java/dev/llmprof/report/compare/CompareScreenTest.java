package dev.llmprof.report.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.fact.FactClass;
import dev.llmprof.compare.fact.FactState;
import dev.llmprof.compare.metric.Better;
import dev.llmprof.compare.metric.GateRules;
import dev.llmprof.compare.metric.MetricAnswers;
import dev.llmprof.compare.metric.MetricKind;
import dev.llmprof.compare.metric.SomeRuns;
import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.compare.tree.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompareScreenTest {
    private static final ComparedFact OTHER_GPU =
            new ComparedFact("gpu", FactClass.MUST, FactState.DIFFERENT, "H100", "MI300");

    @Test
    void manyMetricsAndALargeTreeAreTwelveLinesOfEightyColumns() {
        String screen = CompareScreen.of(comparison(9, 40, List.of(), Set.of()), 80);
        assertEquals(12, screen.lines().count());
        assertEquals(List.of(), screen.lines().filter(line -> line.length() > 80).toList());
    }

    @Test
    void busyAndIdleAddUpToTheSpan() {
        String screen = CompareScreen.of(comparison(1, 2, List.of(), Set.of()), 100);
        assertTrue(
                screen.contains(
                        "run 996 ms → 876 ms: −120.411 ms = busy −1.413 ms + idle −118.998 ms"),
                screen);
    }

    @Test
    void theLargestChangesComeFirst() {
        List<String> lines =
                CompareScreen.of(comparison(1, 9, List.of(), Set.of()), 80).lines().toList();
        assertTrue(lines.get(5).strip().startsWith("+9 µs"), lines.toString());
        assertTrue(lines.get(9).strip().startsWith("+5 µs"), lines.toString());
    }

    @Test
    void theColumnsOfTheTreeHaveNames() {
        String screen = CompareScreen.of(comparison(1, 2, List.of(), Set.of()), 80);
        assertTrue(screen.contains("change   by count   by time   where\n"), screen);
    }

    @Test
    void aFactThatForbidsItIsTheVerdict() {
        String screen = CompareScreen.of(comparison(1, 0, List.of(OTHER_GPU), Set.of()), 80);
        assertTrue(screen.startsWith("not comparable: gpu differs (H100 / MI300)\n"), screen);
        assertTrue(
                screen.endsWith(
                        """
                        facts: these must match and differ: gpu
                        --allow gpu compares anyway, without a verdict\
                        """),
                screen);
    }

    @Test
    void whatWasAllowedHasNoVerdict() {
        String screen = CompareScreen.of(comparison(1, 1, List.of(OTHER_GPU), Set.of("gpu")), 80);
        assertTrue(
                screen.startsWith(
                        "inconclusive: no verdict, compared although gpu differs (H100 / MI300)\n"),
                screen);
    }

    @Test
    void theCommentOfAllIsSixtyLinesAtMost() {
        String text = CompareMarkdown.of(comparison(30, 40, List.of(OTHER_GPU), Set.of("gpu")));
        assertTrue(text.lines().count() <= 60, text);
    }

    private static Comparison comparison(
            int metrics, int leaves, List<ComparedFact> facts, Set<String> allowed) {
        List<MetricAnswers.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < metrics; i++) {
            var kind = new MetricKind("a_metric_with_a_long_name_" + i, "ms", Better.LOWER);
            pairs.add(
                    new MetricAnswers.Pair(
                            SomeRuns.runs(kind, 100, 101, 99, 100.5),
                            SomeRuns.runs(kind, 104, 105, 103, 104.5)));
        }
        List<TreeNode> nodes = new ArrayList<>();
        for (int i = 1; i <= leaves; i++) {
            nodes.add(leaf(i));
        }
        var tree =
                new TimeTree(
                        "run",
                        996_477_000,
                        876_066_000,
                        392_919_000,
                        273_921_000,
                        1,
                        1,
                        nodes,
                        List.of());
        return new Comparison(
                "a",
                "b",
                false,
                facts,
                allowed,
                MetricAnswers.of(pairs, GateRules.DEFAULT, facts),
                leaves == 0 ? Optional.empty() : Optional.of(tree),
                List.of());
    }

    private static TreeNode leaf(int micros) {
        return new TreeNode(
                List.of("decode", "step", "layers.0", "aten::mm", "kernel_" + micros),
                true,
                0,
                micros * 1_000L,
                1,
                1,
                0,
                micros * 1_000L,
                0,
                0,
                "kernel",
                OptionalDouble.empty());
    }
}
