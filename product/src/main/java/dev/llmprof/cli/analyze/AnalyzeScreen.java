package dev.llmprof.cli.analyze;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.table.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the terminal shows of all captures, or of an answer.
final class AnalyzeScreen {
    private AnalyzeScreen() {}

    static String of(CaptureSet all, int top, int columns) {
        List<Block> blocks = new ArrayList<>();
        for (var trace : all.traces()) {
            var graph = Optional.ofNullable(all.graphs().get(trace.source()));
            blocks.addAll(Screen.of(trace, graph, top));
            blocks.add(new Block.Paragraph(""));
        }
        all.summaries()
                .forEach((source, table) -> blocks.addAll(SummaryScreen.of(source, table, top)));
        all.profiles()
                .forEach((source, profile) ->
                        blocks.addAll(NcuScreen.of(source, profile, all.view(), top)));
        all.ranks().ifPresent(ranks -> blocks.addAll(RankScreen.of(ranks, top)));
        return Terminal.text(blocks, columns);
    }

    static String of(Database.Answer answer, int width) {
        List<List<Cell>> rows =
                answer.rows().stream()
                        .map(row -> row.stream().map(AnalyzeScreen::cell).toList())
                        .toList();
        List<Block.Column> columns = answer.columns().stream().map(Block.Column::words).toList();
        return Terminal.text(List.of(new Block.Grid("", columns, rows)), width);
    }

    private static Cell cell(Optional<Object> value) {
        return Cell.name(value.map(Object::toString).orElse(""));
    }
}
