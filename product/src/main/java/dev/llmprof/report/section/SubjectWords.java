package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.ShownText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Says of several captures which one a report is about, and why.
public final class SubjectWords {
    private SubjectWords() {}

    private static final String NO_RUN =
            "Only graphs being captured were given. What they are captured from runs when they are"
                    + " replayed, so no time here is that of a run: give the run's trace too, both in"
                    + " one folder";

    /// Nothing where there is no choice.
    public static List<Block> of(Findings findings) {
        List<Block> blocks = new ArrayList<>(chosen(findings));
        findings.main()
                .filter(capture -> capture.gpu().graphLaunches().isOfCapture())
                .ifPresent(_ -> blocks.add(new Block.Note(Block.Tone.WARNING, NO_RUN)));
        return blocks;
    }

    private static List<Block> chosen(Findings findings) {
        return findings.subject().stream()
                .filter(_ -> findings.captures().size() > 1)
                .<Block>map(subject -> new Block.Paragraph(words(findings, subject)))
                .toList();
    }

    private static String words(Findings findings, CaptureSubject subject) {
        CaptureRelations relations = findings.relations();
        String among =
                relations
                        .repeatsOf(subject.capture())
                        .map(each -> each.captures().size() + " repeats of " + each.name())
                        .orElse(findings.captures().size() + " captures" + timelines(findings));
        return "Kernels, operators, phases and advice come from "
                + relations.name(subject.capture())
                + ", one of "
                + among
                + ": "
                + subject.reason()
                + "."
                + (subject.graphCaptures().isEmpty() ? "" : graphs(subject));
    }

    /// What ncu counted has no timeline and is none of them.
    private static String timelines(Findings findings) {
        return findings.kernels().stream().anyMatch(join -> !join.counters().isEmpty())
                ? " with a timeline"
                : "";
    }

    private static String graphs(CaptureSubject subject) {
        long replayed = subject.capture().gpu().attribution().replayed();
        String files =
                subject.graphCaptures().stream()
                        .map(SubjectWords::fileName)
                        .collect(Collectors.joining(", "));
        return " "
                + files
                + (subject.graphCaptures().size() == 1 ? " shows" : " show")
                + " graphs being captured; "
                + (replayed == 0 ? "no replayed kernel is" : counted(replayed))
                + " attributed to operators there.";
    }

    private static String counted(long replayed) {
        return ShownText.counted(replayed, "replayed kernel is", "replayed kernels are");
    }

    private static String fileName(Capture capture) {
        String path = capture.origin().source().replace('\\', '/');
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
