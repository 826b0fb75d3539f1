package dev.llmprof.analysis.sizing;

import dev.llmprof.analysis.cost.Ceiling;

/// The parts of a GPU's dense peak and of its memory bandwidth that software reaches.
public record Efficiency(double compute, double memory) {
    /// All of both: the roofline.
    public static final Efficiency IDEAL = new Efficiency(1, 1);

    /// Memory: the median of thirteen public measurements between 0.38 and 0.73 (gpt-fast's README
    /// on A100, vLLM's benchmark on H200 and its pull request 20071 on B200). Compute: the one
    /// public figure at a batch of 256 (the same pull request).
    public static final Efficiency PUBLISHED = new Efficiency(0.47, 0.55);

    /// The least and the most of those measurements of memory; of compute there is one.
    public static final Efficiency PUBLISHED_LEAST = new Efficiency(0.47, 0.38);

    public static final Efficiency PUBLISHED_MOST = new Efficiency(0.47, 0.73);

    public static final String PUBLISHED_SOURCE =
            "medians of public measurements: memory 0.55 (13, from 0.38 to 0.73), compute 0.47 (1)";

    public Efficiency {
        if (!(compute > 0 && compute <= 1 && memory > 0 && memory <= 1)) {
            throw new IllegalArgumentException("an efficiency is above 0 and at most 1");
        }
    }

    Ceiling of(Ceiling ceiling) {
        return ceiling.scaled(compute, memory);
    }
}
