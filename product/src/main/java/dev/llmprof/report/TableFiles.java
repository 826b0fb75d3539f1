package dev.llmprof.report;

import dev.llmprof.analysis.Advice;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Timings;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Each table as CSV, all rows, base units in the column names.
final class TableFiles {

    private TableFiles() {}

    static SortedMap<String, String> of(Findings findings) {
        SortedMap<String, String> files = new TreeMap<>();
        tables(findings)
                .forEach((name, grid) -> {
                    if (!grid.rows().isEmpty()) {
                        files.put("csv/" + name + ".csv", Csv.text(grid));
                    }
                });
        return files;
    }

    static SortedMap<String, Block.Grid> tables(Findings findings) {
        SortedMap<String, Block.Grid> tables = new TreeMap<>(JoinTables.of(findings));
        tables.put("advice", advice(findings.advice()));
        findings.timings().ifPresent(timings -> tables.put("requests", requests(timings)));
        findings.main().ifPresent(capture -> tables.putAll(CaptureTables.of(capture)));
        return tables;
    }

    private static Block.Grid advice(List<Advice> advice) {
        return table(
                "kind,share,finding,evidence,suggestion",
                advice.stream()
                        .map(each -> {
                            AdviceWords words = AdviceWords.of(each);
                            return List.of(
                                    Cell.text(MetricsJson.kind(each)),
                                    Cell.share(each.share()),
                                    Cell.text(words.finding()),
                                    Cell.text(words.evidence()),
                                    Cell.text(words.suggestion()));
                        })
                        .toList());
    }

    private static Block.Grid requests(Timings timings) {
        return table(
                "input,prompt_tokens,new_tokens,prefill_ns,vision_ns,decode_ns",
                timings.requests().stream()
                        .map(request ->
                                List.of(
                                        Cell.text(request.input()),
                                        Cell.count(request.promptTokens()),
                                        Cell.count(request.newTokens()),
                                        Cell.nanos(request.prefillNanos()),
                                        Cell.nanos(request.visionNanos()),
                                        Cell.nanos(request.decodeNanos())))
                        .toList());
    }

    static Block.Grid table(String titles, List<List<Cell>> rows) {
        return new Block.Grid(
                "", List.of(titles.split(",")).stream().map(Block.Column::words).toList(), rows);
    }
}
