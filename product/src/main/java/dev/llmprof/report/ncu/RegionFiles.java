package dev.llmprof.report.ncu;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.analysis.ncu.NcuRegion;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.section.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// `regions/report.json` and `.md`: what ncu profiled inside each NVTX region, and a folder of
/// each. Totals of a region hold those of the regions inside it.
public final class RegionFiles {

    private static final Cell NOT_PROFILED = Cell.absent("ncu profiled nothing in this region");

    private RegionFiles() {}

    public static SortedMap<String, String> of(List<NcuRegion> regions) {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("regions/report.json", json(regions));
        files.put("regions/report.md", Markdown.text(document(regions)));
        regions.forEach(region ->
                files.put("regions/" + region.folder() + "/report.json", json(List.of(region))));
        return files;
    }

    private static Document document(List<NcuRegion> regions) {
        List<Block> blocks = new ArrayList<>();
        if (regions.isEmpty()) {
            blocks.add(
                    Missing.note(
                            "No NVTX range was profiled.",
                            "check the labels, or pipeline.ncu.ncu_cli.replay_mode=kernel"));
        } else {
            blocks.add(table(regions));
        }
        return new Document(
                "Regions profiled with ncu",
                "",
                List.of(new Section("regions", "Regions", blocks)));
    }

    private static Block table(List<NcuRegion> regions) {
        return new Block.Grid(
                "Inclusive time holds that of the regions inside. ncu replays each launch, so these are not wall times.",
                List.of(
                        Block.Column.words("region"),
                        Block.Column.words("inside"),
                        Block.Column.words("process"),
                        Block.Column.words("device"),
                        Block.Column.number("launches"),
                        Block.Column.number("own_ms"),
                        Block.Column.number("total_ms")),
                regions.stream().map(RegionFiles::row).toList());
    }

    private static List<Cell> row(NcuRegion region) {
        if (region.isEmpty()) {
            return List.of(
                    Cell.text(indented(region)),
                    Cell.text(region.parent().orElse("")),
                    Cell.text("not profiled"),
                    Cell.text(""),
                    NOT_PROFILED,
                    NOT_PROFILED,
                    NOT_PROFILED);
        }
        Cell untimed = Cell.absent("no durations");
        return List.of(
                Cell.text(indented(region)),
                Cell.text(region.parent().orElse("")),
                Cell.text(region.process().isEmpty() ? "all" : region.process()),
                Cell.text(region.device().isEmpty() ? "all" : region.device()),
                Cell.count(region.inclusive().launches()),
                region.own().timed() > 0 ? Cell.millis(region.own().nanos(), 6) : untimed,
                region.inclusive().timed() > 0
                        ? Cell.millis(region.inclusive().nanos(), 6)
                        : untimed);
    }

    private static String indented(NcuRegion region) {
        return "\u00a0".repeat(2 * region.depth()) + region.label();
    }

    private static String json(List<NcuRegion> regions) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", "llmprof.regions/1");
        root.put("scope", "nvtx");
        ArrayNode rows = root.putArray("regions");
        for (NcuRegion region : regions) {
            ObjectNode row = rows.addObject();
            row.put("name", region.label());
            region.parent().ifPresent(parent -> row.put("parent", parent));
            row.put("depth", region.depth());
            row.put("folder", region.folder());
            row.put("profiled", !region.isEmpty());
            if (region.isEmpty()) {
                row.put("note", "not profiled");
                continue;
            }
            row.put("process", region.process());
            row.put("device", region.device());
            row.put("kernel_count", region.inclusive().launches());
            row.put("own_kernel_count", region.own().launches());
            if (region.inclusive().timed() > 0) {
                row.put("total_ms", region.inclusive().nanos() / 1e6);
                row.put("own_ms", region.own().nanos() / 1e6);
            }
        }
        try {
            return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root)
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of nodes can be printed", e);
        }
    }
}
