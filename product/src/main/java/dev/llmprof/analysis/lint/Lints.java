package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.ncu.NcuProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Holds captures against the rules: the worst first, then as the rules are listed.
public final class Lints {
    private Lints() {}

    /// `profiles` stand under their files; `problems` are those of reading.
    public static List<LintFinding> of(
            List<Capture> captures, Map<String, NcuProfile> profiles, List<Problem> problems) {
        List<LintFinding> found = new ArrayList<>();
        List<Capture> explaining =
                CaptureSubject.of(captures).map(CaptureSubject::graphCaptures).orElse(List.of());
        for (Capture capture : captures) {
            // Beside its run a capture of graphs is there for its operators: no time of it counts.
            if (explaining.contains(capture)) {
                found.addAll(FileLints.of(capture));
                continue;
            }
            found.addAll(FileLints.of(capture));
            found.addAll(GpuLints.of(capture));
            found.addAll(StepLints.of(capture));
            found.addAll(RecordingLints.of(capture));
        }
        found.addAll(RankLints.of(captures));
        profiles.forEach((source, profile) -> found.addAll(NcuLints.of(source, profile)));
        for (Problem problem : problems) {
            found.add(new LintFinding(LintRule.TRUNCATED_FILE, problem.at(), problem.what()));
        }
        return sorted(found);
    }

    /// With what the machine did meanwhile.
    public static List<LintFinding> with(List<LintFinding> others, RunConditions conditions) {
        List<LintFinding> found = new ArrayList<>(others);
        found.addAll(ConditionLints.of(conditions));
        return sorted(found);
    }

    private static List<LintFinding> sorted(List<LintFinding> found) {
        found.sort(
                Comparator.comparing((LintFinding each) -> each.rule().severity())
                        .thenComparing(LintFinding::rule)
                        .thenComparing(LintFinding::source));
        return List.copyOf(found);
    }
}
