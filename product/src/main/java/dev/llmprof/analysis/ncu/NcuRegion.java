package dev.llmprof.analysis.ncu;

import java.util.Optional;

/// What ncu profiled inside one labelled region: of itself, and with all regions within it.
///
/// `parent` is the label without its last `::` part, or the label of the NVTX range around.
/// `folder` is the label made safe for a file name, different for different labels. `process` and
/// `device` are empty for the sum over all.
public record NcuRegion(
        String label,
        Optional<String> parent,
        int depth,
        String folder,
        String process,
        String device,
        Work own,
        Work inclusive) {

    /// Launches profiled and their time; `timed` of them had a duration.
    public record Work(long launches, long timed, double nanos) {
        public static final Work NONE = new Work(0, 0, 0);

        Work plus(Work other) {
            return new Work(launches + other.launches, timed + other.timed, nanos + other.nanos);
        }
    }

    /// Asked for, but nothing was profiled in it.
    public boolean isEmpty() {
        return inclusive.launches() == 0;
    }
}
