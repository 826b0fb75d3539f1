package dev.llmprof.study;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.advice.Advices;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.analysis.conditions.PhaseConditions;
import dev.llmprof.analysis.lint.Lints;
import dev.llmprof.analysis.overhead.ProfilingOverhead;
import dev.llmprof.analysis.prediction.ComparedWork;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.prediction.Predictions;
import dev.llmprof.analysis.serving.ServingFindings;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.KernelJoins;
import dev.llmprof.analysis.source.KernelTimes;
import dev.llmprof.analysis.workload.RunUtilisation;
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
        List<KernelJoin> joins = KernelJoins.of(times(context, all, counted), counted.kernels());
        Optional<Capture> main = CaptureSubject.of(all.captures()).map(CaptureSubject::capture);
        Optional<ComparedWork> paper = context.paper().of(main);
        Optional<Prediction> prediction =
                paper.map(work -> Predictions.of(work, main, context.timings()));
        Optional<RunUtilisation> utilisation =
                context.utilisation()
                        .or(() ->
                                paper.map(work ->
                                        Predictions.utilisation(work, main, context.timings())));
        return new Findings(
                context.title().isEmpty() ? title(all, main) : context.title(),
                subtitle(all.captures(), prediction),
                all.captures(),
                context.timings(),
                ServingFindings.of(context.loads(), main),
                prediction,
                utilisation,
                joins,
                Advices.of(main, prediction, joins, all.ranks()),
                context.origin().of(all),
                CaptureRelations.of(all.captures(), all.ranks(), context.labels()),
                trust(context.measured(), all, utilisation));
    }

    private static RunTrust trust(
            RunMeasurements measured, CaptureSet all, Optional<RunUtilisation> utilisation) {
        return new RunTrust(
                Lints.with(
                        Lints.of(all.captures(), all.profiles(), all.problems()),
                        measured.conditions()),
                measured.conditions(),
                PhaseConditions.of(measured.conditions(), utilisation),
                ProfilingOverhead.of(measured.requests(), all.captures(), measured.conditions()),
                measured.plan().coverage(all.profiles().values()));
    }

    /// A capture of one label shows kernels that the capture of the whole run has too. Where no
    /// capture timed the kernels, ncu did so launch by launch.
    private static List<KernelTimes> times(
            StudyContext context, CaptureSet all, CountedKernels counted) {
        List<KernelTimes> times = new ArrayList<>();
        boolean whole =
                all.captures().stream()
                        .anyMatch(each -> !context.labels().containsKey(each.origin().source()));
        CaptureSubject.runs(all.captures()).stream()
                .filter(each -> !whole || !context.labels().containsKey(each.origin().source()))
                .forEach(trace -> times.add(KernelTimes.of(trace)));
        all.summaries().forEach((path, summary) -> times.add(KernelTimes.of(path, summary)));
        times.removeIf(source -> source.rows().isEmpty());
        if (times.isEmpty()) {
            String source = all.profiles().size() == 1 ? all.profiles().firstKey() : "";
            times.add(KernelTimes.profiled(source, counted.kernels()));
        }
        times.removeIf(source -> source.rows().isEmpty());
        return times;
    }

    /// The subject's file, and how many there are beside it.
    private static String title(CaptureSet all, Optional<Capture> main) {
        var names = new TreeSet<String>();
        all.captures().forEach(trace -> names.add(fileName(trace.origin().source())));
        all.profiles().keySet().forEach(path -> names.add(fileName(CountedKernels.set(path))));
        all.summaries().keySet().forEach(path -> names.add(fileName(path)));
        return switch (names.size()) {
            case 0 -> "Nothing was captured";
            case 1 -> names.first();
            default ->
                    main.map(trace -> fileName(trace.origin().source())).orElse(names.first())
                            + " and "
                            + (names.size() - 1)
                            + " more";
        };
    }

    private static String fileName(String path) {
        return path.substring(path.replace('\\', '/').lastIndexOf('/') + 1);
    }

    private static String subtitle(List<Capture> captures, Optional<Prediction> prediction) {
        var words = new LinkedHashSet<String>();
        prediction.ifPresent(p -> words.add(p.model() + " on " + p.hardware()));
        captures.forEach(capture -> words.addAll(capture.devices()));
        captures.forEach(capture -> words.add(capture.origin().tool()));
        return String.join(" · ", words);
    }
}
