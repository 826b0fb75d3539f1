package dev.llmprof.compare.statistic;

import java.util.Locale;

/// How an estimate was made; which one is a matter of the number of runs.
public enum EstimateMethod {
    HODGES_LEHMANN("Hodges-Lehmann, exact Mann-Whitney"),
    HODGES_LEHMANN_NORMAL("Hodges-Lehmann, Mann-Whitney by its normal limit"),
    MODERATED_T("t with recorded noise"),
    WELCH_T("Welch's t");

    private final String shown;

    EstimateMethod(String shown) {
        this.shown = shown;
    }

    /// `welch-t` for [#WELCH_T].
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String shown() {
        return shown;
    }
}
