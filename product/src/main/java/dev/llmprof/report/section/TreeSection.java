package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import java.util.List;

/// Phase → operator → kernel, as areas.
public final class TreeSection {
    private static final int MOST_CHILDREN = 40;

    private TreeSection() {}

    public static Section of(Findings findings) {
        return findings.main()
                .filter(capture -> capture.tree().nanos() > 0)
                .map(capture -> section(capture.tree()))
                .orElseGet(() ->
                        Missing.section(
                                "tree",
                                "Where the time goes",
                                "No work was captured that could be divided.",
                                "pipeline.torch_profiler.enable=true"));
    }

    private static Section section(WorkTree tree) {
        // A single phase would only be a frame around everything, in one colour.
        boolean one = tree.children().size() == 1;
        WorkTree root = one ? tree.children().getFirst() : tree;
        return new Section(
                "tree",
                "Where the time goes",
                List.of(
                        new Block.Figure(
                                one ? "Operator › kernel" : "Phase › operator › kernel",
                                "Areas are time; a click goes inside, the path above or Escape leads back."
                                        + (one ? " All of it is " + root.name() + "." : ""),
                                new Chart.Treemap(node(root, one ? 1 : 0)))));
    }

    /// Without a GPU the leaves are shapes, which have nothing to cut.
    private static String leaf(String name) {
        return name.startsWith("[") ? name : ShownText.shortened(KernelNames.brief(name), 120);
    }

    /// Names of kernels are cut to what tells them apart; small children are gathered in one.
    private static Chart.Treemap.Node node(WorkTree tree, int depth) {
        String name = depth == 3 ? leaf(tree.name()) : tree.name();
        List<WorkTree> shown = tree.children().stream().limit(MOST_CHILDREN).toList();
        List<WorkTree> rest = tree.children().subList(shown.size(), tree.children().size());
        List<Chart.Treemap.Node> nodes = new java.util.ArrayList<>();
        shown.forEach(child -> nodes.add(node(child, depth + 1)));
        if (!rest.isEmpty()) {
            double nanos = rest.stream().mapToLong(WorkTree::nanos).sum();
            nodes.add(new Chart.Treemap.Node(rest.size() + " more", nanos, List.of()));
        }
        return new Chart.Treemap.Node(name, (double) tree.nanos(), nodes);
    }
}
