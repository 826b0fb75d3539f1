package dev.llmprof.study;

import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.trace.TimedRequest;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a run left besides captures: what was sampled of the machine, and the requests by the
/// workload's own clock, under the source of their times; and what ncu was planned to profile.
public record RunMeasurements(
        RunConditions conditions,
        SortedMap<String, List<TimedRequest>> requests,
        LaunchPlanFile plan) {
    public static final RunMeasurements NONE =
            new RunMeasurements(RunConditions.NONE, new TreeMap<>(), LaunchPlanFile.NONE);

    public RunMeasurements {
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
    }
}
