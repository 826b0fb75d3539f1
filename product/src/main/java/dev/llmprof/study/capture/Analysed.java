package dev.llmprof.study.capture;

import dev.llmprof.analysis.capture.TraceAnalysis;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.nsys.NsysKernelSummary;
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
