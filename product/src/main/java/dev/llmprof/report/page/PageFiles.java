package dev.llmprof.report.page;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The files beside a report, by their paths from it, and the one among them or elsewhere that
/// Perfetto opens.
public record PageFiles(List<String> files, Optional<String> timeline) {
    public static final PageFiles NONE = new PageFiles(List.of(), Optional.empty());
    private static final int MOST = 1000;

    public PageFiles {
        files = List.copyOf(files);
    }

    /// With those that are about to be written.
    public PageFiles with(List<String> others) {
        var all = new TreeSet<>(files);
        all.addAll(others);
        return new PageFiles(List.copyOf(all), timeline);
    }

    /// How to look at all events of the timeline.
    public List<Block> perfetto() {
        return timeline.<List<Block>>map(path ->
                        List.of(
                                new Block.Paragraph(
                                        "Every event by itself: open ui.perfetto.dev in a browser,"
                                                + " choose Open trace file, and pick this file. It"
                                                + " is read inside the browser and not uploaded."),
                                new Block.Links(List.of(new Block.Link(path, path)))))
                .orElse(
                        files.isEmpty()
                                ? List.of()
                                : List.of(
                                        new Block.Paragraph(
                                                "Every event by itself: llmprof analyze CAPTURE"
                                                        + " --perfetto trace.json.gz writes a file"
                                                        + " for ui.perfetto.dev.")));
    }

    /// Nothing where a report stands alone.
    public Optional<Section> section() {
        if (files.isEmpty()) {
            return Optional.empty();
        }
        List<Block> blocks = new ArrayList<>();
        group(blocks, "Reports", of(PageFiles::report));
        group(blocks, "Tables as CSV", of(path -> path.endsWith(".csv")));
        group(blocks, "Tables as Parquet", of(path -> path.endsWith(".parquet")));
        group(blocks, "Captures, settings and logs", of(PageFiles::other));
        return Optional.of(new Section("files", "Files", blocks));
    }

    private List<String> of(Predicate<String> wanted) {
        return files.stream().filter(wanted).toList();
    }

    private static boolean report(String path) {
        return path.endsWith(".html") || path.endsWith(".md");
    }

    private static boolean other(String path) {
        return !report(path) && !path.endsWith(".csv") && !path.endsWith(".parquet");
    }

    private static void group(List<Block> blocks, String title, List<String> paths) {
        if (paths.isEmpty()) {
            return;
        }
        blocks.add(new Block.Heading(title));
        blocks.add(
                new Block.Links(
                        paths.stream()
                                .limit(MOST)
                                .map(path -> new Block.Link(path, path))
                                .toList()));
        if (paths.size() > MOST) {
            blocks.add(new Block.Paragraph((paths.size() - MOST) + " more are in the directory."));
        }
    }
}
