package dev.llmprof.report;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Documents with one of everything, and with very many of some things.
public final class Samples {
    public static final String HOSTILE = "<script>alert(1)</script>";

    private Samples() {}

    public static Document everything() {
        return new Document(
                "Everything & " + HOSTILE,
                "a run | of *all* blocks",
                List.of(
                        new Section("words", "Words", words()),
                        new Section("table", "Tables", List.of(cards(), grid())),
                        new Section("charts", "Charts", charts())));
    }

    private static List<Block> words() {
        return List.of(
                new Block.Heading("A heading"),
                new Block.Paragraph("Plain text with <b>markup</b>, a_b and __c__."),
                new Block.Note(Block.Tone.MISSING, "ncu was off; set pipeline.ncu.enable=true"),
                new Block.Bullets(List.of("one", "# two")),
                new Block.Commands(List.of("nsys profile '```' -o run")),
                new Block.Links(
                        List.of(
                                new Block.Link("kernels", "kernels.md"),
                                new Block.Link("odd", "javascript:alert(1)"))));
    }

    private static Block cards() {
        return new Block.Cards(
                List.of(
                        new Block.Card("GPU busy", Cell.number(.873, Unit.FRACTION), "of 52 ms"),
                        new Block.Card("MFU", Cell.absent("no model was given"), "")));
    }

    static Block.Grid grid() {
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(row(HOSTILE, 12_789_900, 240, .2815));
        rows.add(row("void gemm<a|b, 7>(\"x\")", 9_000_000, 1, .198));
        rows.add(
                List.of(
                        Cell.name("`tick`\u001b[31m"),
                        Cell.absent("not profiled"),
                        Cell.count(3),
                        Cell.share(0)));
        for (int i = 0; i < 8; i++) {
            rows.add(row("kernel_" + i, 1000 + i, 10_000 - i, .01));
        }
        return new Block.Grid(
                "Kernels by time",
                List.of(
                        Block.Column.words("kernel"),
                        Block.Column.number("total").meaning("sum of durations"),
                        Block.Column.number("calls"),
                        Block.Column.number("share")),
                rows,
                12_345,
                "");
    }

    private static List<Cell> row(String name, long nanos, long calls, double share) {
        return List.of(Cell.name(name), Cell.nanos(nanos), Cell.count(calls), Cell.share(share));
    }

    private static List<Block> charts() {
        var bars =
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        false,
                        List.of("mm", HOSTILE),
                        List.of(
                                new Chart.Bars.Series("bound", List.of(1e6, 2e6)),
                                new Chart.Bars.Series("measured", List.of(3e6, 4e6))));
        return List.of(
                figure("When", timeline(40)),
                figure("Bars", bars),
                figure("Roofline", roofline()),
                figure("Parts", treemap()),
                figure(
                        "Spread",
                        new Chart.Histogram(Unit.FRACTION, List.of(0., .5, 1.), List.of(3, 4))));
    }

    private static Block figure(String title, Chart chart) {
        return new Block.Figure(title, "What " + HOSTILE + " shows.", chart);
    }

    public static Chart roofline() {
        return new Chart.Roofline(
                List.of(
                        new Chart.Roofline.Ceiling("bf16 dense", 209.5e12, true),
                        new Chart.Roofline.Ceiling("fp32", 104.8e12, false)),
                1.792e12,
                List.of(
                        new Chart.Roofline.Point(HOSTILE, "measured", 380.62, 5.4444e13, .3),
                        new Chart.Roofline.Point("gemv", "bound", 1.2, 2e12, .6)));
    }

    private static Chart treemap() {
        var leaf = new Chart.Treemap.Node(HOSTILE, 3e6, List.of());
        var operator = new Chart.Treemap.Node("aten::mm", 3e6, List.of(leaf));
        var phase = new Chart.Treemap.Node("decode", 3e6, List.of(operator));
        return new Chart.Treemap(new Chart.Treemap.Node("all", 3e6, List.of(phase)));
    }

    static Chart.Timeline timeline(int items) {
        var random = new Random(7);
        List<Chart.Timeline.Item> list = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < items; i++) {
            int length = 1000 + random.nextInt(20_000);
            list.add(new Chart.Timeline.Item(i % 2, i % 3, at, length, length, 1));
            at += length + random.nextInt(3000);
        }
        list.add(new Chart.Timeline.Item(0, 1, at, 50_000, 20_000, 37));
        return new Chart.Timeline(
                List.of(new Chart.Timeline.Row("phases", 0), new Chart.Timeline.Row("stream 7", 0)),
                List.of(HOSTILE, "gemm", "softmax"),
                list,
                List.of(
                        new Chart.Timeline.Step("0 prefill", 0, 100_000),
                        new Chart.Timeline.Step("1 decode", 100_000, 50_000)));
    }

    /// A page as large as the largest real ones: thousands of rows with long names, a full
    /// timeline.
    public static Document large() {
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(
                    row(
                            "void at::native::kernel_%04d<".formatted(i) + "T, ".repeat(100) + ">",
                            i,
                            i,
                            .001));
        }
        var grid = new Block.Grid("Many kernels", grid().columns(), rows, 99_000, "kernels");
        return new Document(
                "Large",
                "100,000 kernels",
                List.of(
                        new Section("kernels", "Kernels", List.of(grid)),
                        new Section("time", "Time", List.of(figure("When", timeline(12_000))))));
    }
}
