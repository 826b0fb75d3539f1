package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.GraphAttribution;
import dev.llmprof.analysis.NcuView;
import dev.llmprof.analysis.Ranks;
import dev.llmprof.analysis.TraceAnalysis;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.NcuProfile;
import dev.llmprof.trace.NsysKernelSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// All that was found in the captures given; profiles of kernels and nsys's own summaries of them
/// by the file they came from.
public record Analysed(
        List<TraceAnalysis> traces,
        SortedMap<String, NcuProfile> profiles,
        NcuView view,
        SortedMap<String, NsysKernelSummary> summaries,
        Optional<Ranks> ranks,
        Map<String, GraphAttribution> graphs,
        List<Problem> problems) {}
