package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Gathers what is found in one capture.
final class Evidence {
    private final String source;
    private final List<LintFinding> found = new ArrayList<>();

    Evidence(String source) {
        this.source = source;
    }

    static Evidence of(Capture capture) {
        return new Evidence(capture.origin().source());
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
    void add(boolean holds, LintRule rule, String format, Object... numbers) {
        if (holds) {
            found.add(new LintFinding(rule, source, String.format(Locale.ROOT, format, numbers)));
        }
    }

    List<LintFinding> found() {
        return found;
    }

    static double share(long part, long whole) {
        return whole > 0 ? (double) part / whole : 0;
    }

    static String time(long nanos) {
        return time((double) nanos);
    }

    /// For `%s`: a time in the unit that suits it.
    static String time(double nanos) {
        if (nanos >= 1e9) {
            return String.format(Locale.ROOT, "%.3g s", nanos / 1e9);
        }
        return nanos >= 1e6
                ? String.format(Locale.ROOT, "%.3g ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.3g µs", nanos / 1e3);
    }
}
