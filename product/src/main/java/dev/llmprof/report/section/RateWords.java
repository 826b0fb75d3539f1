package dev.llmprof.report.section;

import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;

/// What the rates of operators cover, in a line.
public final class RateWords {
    private RateWords() {}

    public static String of(OperatorRates rates) {
        long impossible = rates.rows().stream().filter(OperatorRates.Row::impossible).count();
        return "shapes tell the work of "
                + Numbers.text(rates.covered(), Unit.FRACTION)
                + " of the GPU time; "
                + rates.device()
                        .map(device -> "compared with " + device)
                        .orElse(
                                "no bound: the trace names no GPU that llmprof has peaks of (--gpu NAME"
                                        + " names one)")
                + (impossible == 0
                        ? ""
                        : "; "
                                + Numbers.text((double) impossible, Unit.COUNT)
                                + " above what it can do, not certain");
    }
}
