package dev.llmprof.analysis.capture;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which of several captures a report is about: the one with the work in it, and why that one.
/// `graphCaptures` are those that only show graphs being captured, which explain the replays of
/// others and are never the subject beside them.
public record CaptureSubject(Capture capture, String reason, List<Capture> graphCaptures) {
    private static final String ONLY_GRAPHS = "nothing but captures of graphs was given";
    private static final Comparator<Capture> BY_WORK =
            Comparator.comparingInt(CaptureSubject::worth)
                    .thenComparingLong(CaptureSubject::busy)
                    .thenComparingLong(capture -> capture.host().operators().selfHostNanos());

    public CaptureSubject {
        graphCaptures = List.copyOf(graphCaptures);
    }

    public static Optional<CaptureSubject> of(List<Capture> captures) {
        List<Capture> runs = runs(captures);
        boolean onlyGraphs = runs.stream().anyMatch(CaptureSubject::ofGraphs);
        List<Capture> aside =
                onlyGraphs
                        ? List.of()
                        : captures.stream().filter(CaptureSubject::ofGraphs).toList();
        return most(runs)
                .map(each ->
                        new CaptureSubject(
                                each, onlyGraphs ? ONLY_GRAPHS : reason(each, runs), aside));
    }

    /// Those with work in them; where there are none, the captures of graphs.
    public static List<Capture> runs(List<Capture> captures) {
        List<Capture> runs = captures.stream().filter(each -> !ofGraphs(each)).toList();
        return runs.isEmpty() ? captures : runs;
    }

    private static boolean ofGraphs(Capture capture) {
        return capture.gpu().graphLaunches().isOfCapture();
    }

    /// The first of equals.
    private static Optional<Capture> most(List<Capture> captures) {
        return captures.stream()
                .reduce((one, other) -> BY_WORK.compare(one, other) >= 0 ? one : other);
    }

    /// GPU work that operators are known of says more than GPU work alone, and that more than
    /// operators alone.
    private static int worth(Capture capture) {
        int work = busy(capture) > 0 ? 2 : 0;
        return work + (capture.host().operators().rows().isEmpty() ? 0 : 1);
    }

    private static long busy(Capture capture) {
        return capture.gpu().timeline().busyNanos();
    }

    private static String reason(Capture subject, List<Capture> candidates) {
        if (candidates.size() == 1) {
            return "it has the work";
        }
        if (busy(subject) == 0) {
            return "its operators took the most time";
        }
        return candidates.stream().anyMatch(each -> busy(each) > busy(subject))
                ? "it has GPU work and the operators that launched it"
                : "it has the most GPU work";
    }
}
