package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.section.RateWords;
import dev.llmprof.report.table.RateTables;
import java.util.List;

/// The operators whose speed their shapes tell, for the terminal.
final class RateLines {
    private static final double WORTH_A_LINE = .01;

    private RateLines() {}

    static List<Block> of(OperatorRates rates, int top) {
        List<OperatorRates.Row> known =
                rates.certain().stream()
                        .filter(row -> row.gpuNanos() > WORTH_A_LINE * rates.gpuNanos())
                        .limit(top)
                        .toList();
        if (known.isEmpty()) {
            return List.of();
        }
        Block words = new Block.Paragraph("operator rates: " + RateWords.of(rates));
        // Without a bound they say little; the report has them.
        if (rates.gpu().isEmpty()) {
            return List.of(new Block.Paragraph(""), words);
        }
        return List.of(
                new Block.Paragraph(""),
                words,
                RateTables.RATES.grid(
                        "",
                        known,
                        known.size(),
                        "device_ns",
                        "flops_per_s",
                        "bytes_per_s",
                        "bound_share",
                        "name",
                        "input_shapes"));
    }
}
