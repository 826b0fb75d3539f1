package dev.llmprof.compare.statistic;

/// How an estimate was made; which one is a matter of the number of runs.
public enum EstimateMethod {
    HODGES_LEHMANN("hodges-lehmann", "Hodges-Lehmann, exact Mann-Whitney"),
    HODGES_LEHMANN_NORMAL(
            "hodges-lehmann-normal", "Hodges-Lehmann, Mann-Whitney by its normal limit"),
    MODERATED_T("moderated-t", "t with recorded noise"),
    WELCH_T("welch-t", "Welch's t");

    private final String word;
    private final String shown;

    EstimateMethod(String word, String shown) {
        this.word = word;
        this.shown = shown;
    }

    public String word() {
        return word;
    }

    public String shown() {
        return shown;
    }
}
