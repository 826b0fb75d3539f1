package dev.llmprof.study;

import dev.llmprof.analysis.Advices;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.prediction.Predictions;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.KernelJoins;
import dev.llmprof.analysis.source.KernelTimes;
import dev.llmprof.study.capture.CaptureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Joins captures with what is known beside them.
final class StudyFindings {

    private StudyFindings() {}

    static Findings of(StudyContext context, CaptureSet all, CountedKernels counted)
            throws IOException {
        List<KernelJoin> joins = KernelJoins.of(times(all), counted.kernels());
        Optional<Capture> main = Findings.main(all.captures());
        Optional<Prediction> prediction =
                context.paper()
                        .of(main)
                        .map(paper -> Predictions.of(paper, main, context.timings()));
        return new Findings(
                context.title().isEmpty() ? title(all) : context.title(),
                subtitle(all.captures(), prediction),
                all.captures(),
                context.timings(),
                prediction,
                joins,
                Advices.of(main, prediction, joins),
                context.origin().of(all.captures()));
    }

    private static List<KernelTimes> times(CaptureSet all) {
        List<KernelTimes> times = new ArrayList<>();
        all.traces().forEach(trace -> times.add(KernelTimes.of(trace)));
        all.summaries().forEach((path, summary) -> times.add(KernelTimes.of(path, summary)));
        times.removeIf(source -> source.rows().isEmpty());
        return times;
    }

    private static String title(CaptureSet all) {
        var names = new TreeSet<String>();
        all.traces().forEach(trace -> names.add(fileName(trace.source())));
        all.profiles().keySet().forEach(path -> names.add(fileName(CountedKernels.set(path))));
        all.summaries().keySet().forEach(path -> names.add(fileName(path)));
        return switch (names.size()) {
            case 0 -> "Nothing was captured";
            case 1 -> names.first();
            default -> names.first() + " and " + (names.size() - 1) + " more";
        };
    }

    private static String fileName(String path) {
        return path.substring(path.replace('\\', '/').lastIndexOf('/') + 1);
    }

    private static String subtitle(List<Capture> captures, Optional<Prediction> prediction) {
        var words = new LinkedHashSet<String>();
        prediction.ifPresent(p -> words.add(p.model() + " on " + p.hardware()));
        captures.forEach(capture -> words.addAll(capture.devices()));
        captures.forEach(capture -> words.add(capture.analysis().tool()));
        return String.join(" · ", words);
    }
}
