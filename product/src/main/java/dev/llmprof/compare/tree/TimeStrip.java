package dev.llmprof.compare.tree;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import java.util.List;

/// The time of one capture, divided without a rest, in memory much smaller than its trace: pieces
/// of work in the order of their launches, each with its parts, and every nanosecond of the span in
/// one part.
public record TimeStrip(
        Units units, Parts parts, Steps steps, List<WorkPlace> places, long spanNanos) {
    static final int NONE = -1;

    /// An operator's call with all its launches, or a launch without an operator. Texts are codes
    /// of `words`.
    ///
    /// @param label the operator with its shapes, as a node of the tree is called
    /// @param shape by what two calls are the same, whatever their kernels are called
    public record Units(
            IntColumn place,
            IntColumn step,
            IntColumn operator,
            IntColumn label,
            IntColumn shape,
            IntColumn category,
            LongColumn elements,
            IntColumn firstPart,
            List<String> words) {
        public int size() {
            return place.size();
        }

        int partsEnd(int unit) {
            return firstPart.get(unit + 1);
        }
    }

    /// The launches of a unit, then the idle time before them: what each is called, its own time,
    /// and the time of overlapped work that others own.
    public record Parts(
            IntColumn name, IntColumn idle, LongColumn ownedNanos, LongColumn hiddenNanos) {
        boolean isIdle(int part) {
            return idle.get(part) == 1;
        }
    }

    /// The kind and name of each step.
    public record Steps(List<String> kind, List<String> name) {}

    /// By the GPU's clock where there is GPU work, else by the operators of the host.
    public static TimeStrip of(NestedTrace nested) {
        return nested.trace().gpu().size() > 0 ? GpuStrips.of(nested) : HostStrips.of(nested);
    }

    String word(int code) {
        return units.words.get(code);
    }
}
