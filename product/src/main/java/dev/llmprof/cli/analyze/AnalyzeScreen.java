package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.table.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// What the terminal shows of all captures, or of an answer.
final class AnalyzeScreen {
    private static final int ROWS = 10;

    private AnalyzeScreen() {}

    static String of(CaptureSet all, OptionalInt top, int columns) {
        int rows = top.orElse(ROWS);
        List<Block> blocks = new ArrayList<>();
        all.ranks()
                .ifPresent(
                        ranks -> blocks.addAll(RankScreen.of(ranks, top.orElse(RankScreen.ROWS))));
        List<Capture> ofGraphs =
                CaptureSubject.of(all.captures()).stream()
                        .flatMap(subject -> subject.graphCaptures().stream())
                        .toList();
        for (var trace : shown(all)) {
            var graph = Optional.ofNullable(all.graphs().get(trace.origin().source()));
            boolean brief = ofGraphs.contains(trace);
            blocks.addAll(brief ? Screen.ofGraphs(trace) : Screen.of(trace, graph, top));
            if (!brief) {
                blocks.add(new Block.Paragraph(""));
            }
        }
        all.summaries()
                .forEach((source, table) -> blocks.addAll(SummaryScreen.of(source, table, rows)));
        all.profiles()
                .forEach((source, profile) ->
                        blocks.addAll(NcuScreen.of(source, profile, all.view(), rows)));
        return Terminal.text(blocks, columns);
    }

    /// Of ranks that do the same one stands for all; their files have the rest.
    private static List<Capture> shown(CaptureSet all) {
        Set<String> ranked =
                all.ranks().stream()
                        .flatMap(ranks -> ranks.rows().stream())
                        .map(Ranks.Row::source)
                        .collect(Collectors.toSet());
        Optional<Capture> subject =
                CaptureSubject.of(
                                all.captures().stream()
                                        .filter(each -> ranked.contains(each.origin().source()))
                                        .toList())
                        .map(CaptureSubject::capture);
        return all.captures().stream()
                .filter(each ->
                        !ranked.contains(each.origin().source())
                                || subject.equals(Optional.of(each)))
                .toList();
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
