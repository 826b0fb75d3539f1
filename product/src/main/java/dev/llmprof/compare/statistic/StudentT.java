package dev.llmprof.compare.statistic;

import org.apache.commons.statistics.distribution.TDistribution;

/// Student's t distribution with any positive number of degrees of freedom.
final class StudentT {

    private StudentT() {}

    /// How often |T| is at least as large.
    static double twoSided(double t, double degrees) {
        return Math.min(1, 2 * TDistribution.of(degrees).survivalProbability(Math.abs(t)));
    }

    /// The value that T stays below with this probability, 0.5 or more.
    static double quantile(double probability, double degrees) {
        return TDistribution.of(degrees).inverseSurvivalProbability(1 - probability);
    }
}
