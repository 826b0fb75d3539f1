package dev.llmprof.study.capture;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// The captures of one study, each read, and what they say together. Profiles of kernels, nsys's
/// own summaries and attributions of graphs stand under the file they came from.
public record CaptureSet(
        List<Capture> captures,
        SortedMap<String, NcuProfile> profiles,
        NcuView view,
        SortedMap<String, NsysKernelSummary> summaries,
        Optional<Ranks> ranks,
        Map<String, GraphAttribution> graphs,
        List<Problem> problems) {

    /// Held against this device, whatever the captures name.
    public CaptureSet on(Gpu device) {
        return new CaptureSet(
                captures.stream().map(capture -> capture.on(device)).toList(),
                profiles,
                view,
                summaries,
                ranks,
                graphs,
                problems);
    }

    public boolean isEmpty() {
        return captures.isEmpty() && profiles.isEmpty() && summaries.isEmpty();
    }
}
