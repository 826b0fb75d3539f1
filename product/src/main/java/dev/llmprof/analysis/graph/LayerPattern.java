package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.kernel.KernelCategories;
import java.util.ArrayList;
import java.util.List;

/// Finds the part of a replay that repeats: a layer, or several where layers take turns. Operators
/// are not known then, so each kernel is named by what it does, and its module is the part that
/// repeats or what comes before and after.
final class LayerPattern {
    private static final int LONGEST_PERIOD = 2_000;
    private static final double CONFIDENCE = 0.3;

    private LayerPattern() {}

    static GraphAlignment of(List<String> kernels) {
        Run run = longestRun(kernels);
        List<KernelOrigin> origins = new ArrayList<>();
        for (int at = 0; at < kernels.size(); at++) {
            String what = "[" + KernelCategories.of(kernels.get(at)).label() + "]";
            origins.add(KernelOrigin.unsure(what, run.place(at)));
        }
        return new GraphAlignment("layer pattern", CONFIDENCE, origins);
    }

    /// From `start` on, `repeats` times `period` events that equal each other.
    record Run(int start, int period, int repeats) {
        int end() {
            return start + period * repeats;
        }

        String place(int at) {
            if (repeats < 2) {
                return "";
            }
            if (at < start) {
                return "before what repeats";
            }
            return at < end() ? "repeats " + repeats + " times" : "after what repeats";
        }
    }

    /// The shortest period whose repetition covers most.
    static Run longestRun(List<String> kernels) {
        int[] codes = codes(kernels);
        Run best = new Run(0, 0, 0);
        for (int period = 1; period <= Math.min(LONGEST_PERIOD, codes.length / 2); period++) {
            int same = 0;
            for (int at = 0; at + period <= codes.length; at++) {
                boolean equal = at + period < codes.length && codes[at] == codes[at + period];
                if (equal) {
                    same++;
                    continue;
                }
                int repeats = same / period + 1;
                if (repeats > 1 && repeats * period > best.period * best.repeats) {
                    best = new Run(at - same, period, repeats);
                }
                same = 0;
            }
        }
        return best;
    }

    private static int[] codes(List<String> kernels) {
        return kernels.stream().mapToInt(String::hashCode).toArray();
    }
}
