package dev.llmprof.analysis.advice;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuTime;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.analysis.source.KernelJoin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds what is worth trying, that which could save the most time first. Every threshold is a
/// share of the time that the finding is about.
public final class Advices {
    private static final double UNATTRIBUTED = .10;

    private Advices() {}

    public static List<Advice> of(
            Optional<Capture> main,
            Optional<Prediction> prediction,
            List<KernelJoin> joins,
            Optional<Ranks> ranks) {
        List<Advice> found = new ArrayList<>();
        ranks.flatMap(RankAdvice::of).ifPresent(found::add);
        main.ifPresent(capture -> ofTrace(found, capture, prediction));
        String name = main.map(Advices::name).orElse("");
        prediction.ifPresent(p -> found.addAll(BoundAdvice.of(p, name)));
        joins.forEach(join -> found.addAll(CounterAdvice.of(join)));
        found.sort(
                Comparator.comparing(Advice::isAboutKnowing)
                        .thenComparing(
                                Comparator.<Advice>comparingLong(a -> a.savingNanos().orElse(-1))
                                        .reversed())
                        .thenComparing(Comparator.comparingDouble(Advice::share).reversed())
                        .thenComparing(Advice::kind)
                        .thenComparing(Advice::toString));
        return List.copyOf(found);
    }

    private static void ofTrace(
            List<Advice> found, Capture capture, Optional<Prediction> prediction) {
        // What graphs are captured from runs only when they are replayed.
        if (capture.gpu().timeline().spanNanos() == 0
                || capture.gpu().graphLaunches().isOfCapture()) {
            return;
        }
        found.addAll(IdleAdvice.of(capture));
        found.addAll(KernelAdvice.of(capture));
        List<Advice> rates = RateAdvice.of(capture);
        found.addAll(rates);
        DecodeAdvice.of(capture, prediction)
                .filter(decode -> !RateAdvice.says(rates, capture, decode))
                .ifPresent(found::add);
        if (!capture.host().operators().rows().isEmpty()) {
            ofUnknown(found, capture.gpu(), place(capture));
        }
    }

    /// What graphs replay has its own remedy.
    private static void ofUnknown(List<Advice> found, GpuTime gpu, Advice.Place place) {
        Attribution attribution = gpu.attribution();
        Attribution.Rest graphs = attribution.unknownInGraphs();
        double inGraphs = share(graphs.nanos(), attribution.gpuNanos());
        if (inGraphs > UNATTRIBUTED) {
            found.add(new Advice.UnknownGraphs(place, graphs.nanos(), graphs.events(), inGraphs));
        }
        long others = attribution.unattributedNanos() - graphs.nanos();
        double elsewhere = share(others, attribution.gpuNanos());
        if (elsewhere > UNATTRIBUTED) {
            found.add(new Advice.Unattributed(place, others, elsewhere));
        }
    }

    /// All GPUs of a capture.
    static Advice.Place place(Capture capture) {
        return new Advice.Place(name(capture), "");
    }

    static String name(Capture capture) {
        return name(capture.origin().source());
    }

    static String name(String source) {
        return source.substring(source.lastIndexOf('/') + 1);
    }

    static double share(long part, long whole) {
        return share((double) part, (double) whole);
    }

    static double share(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
