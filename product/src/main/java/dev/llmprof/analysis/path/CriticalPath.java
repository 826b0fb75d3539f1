package dev.llmprof.analysis.path;

import java.util.List;
import java.util.Map;

/// The critical paths of a capture's steps, or of the whole capture where it has none.
public record CriticalPath(List<Step> steps, List<Work> work) {
    public CriticalPath {
        steps = List.copyOf(steps);
        work = List.copyOf(work);
    }

    /// From the start of a step on the host to its end there or to the end of its GPU work,
    /// whichever is later. `nanos` are those of each [PathCause] on its path, and add up to
    /// `lengthNanos`. The whole capture has no name.
    public record Step(String name, long startNanos, long lengthNanos, Map<PathCause, Long> nanos) {
        public Step {
            nanos = Map.copyOf(nanos);
        }

        public long nanos(PathCause cause) {
            return nanos.getOrDefault(cause, 0L);
        }
    }

    /// All of one name on the paths; a piece is an event or what is left of it.
    public record Work(PathCause cause, String name, long pieces, long nanos) {}

    public long lengthNanos() {
        return steps.stream().mapToLong(Step::lengthNanos).sum();
    }

    public long nanos(PathCause cause) {
        return steps.stream().mapToLong(step -> step.nanos(cause)).sum();
    }
}
