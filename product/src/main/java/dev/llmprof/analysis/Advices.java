package dev.llmprof.analysis;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.source.KernelJoin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds what is worth trying. Every threshold is a share of the time that the finding is about.
public final class Advices {
    private static final double HOST_WAIT = .05;
    private static final double LAUNCH_GAPS = .05;
    private static final double SHORT_KERNELS = .30;
    private static final double HOT_KERNEL = .25;
    private static final double UNFUSED = .30;
    private static final double SINGLE_PRECISION = .10;
    private static final double EXPOSED = .05;
    private static final double UNATTRIBUTED = .10;
    private static final double TIMES_THE_BOUND = 1.5;
    private static final double LOST_TIME = .10;
    private static final double KERNEL_WORTH_COUNTERS = .05;
    private static final double OCCUPANCY_PERCENT = 40;
    private static final double RESOURCE_PERCENT = 60;
    private static final double TENSOR_PERCENT = 5;
    private static final Set<KernelCategory> FUSABLE =
            Set.of(
                    KernelCategory.ELEMENTWISE,
                    KernelCategory.ACTIVATION,
                    KernelCategory.NORM,
                    KernelCategory.REDUCTION,
                    KernelCategory.ROTARY,
                    KernelCategory.COPY);

    /// A product with one vector has no work for them.
    private static final Pattern VECTOR = Pattern.compile("gemv", Pattern.CASE_INSENSITIVE);

    private static final Pattern SGEMM = Pattern.compile("sgemm|gemm_f32f32_f32f32");

    private Advices() {}

    public static List<Advice> of(
            Optional<Capture> main, Optional<Prediction> prediction, List<KernelJoin> joins) {
        List<Advice> found = new ArrayList<>();
        main.ifPresent(capture -> ofTrace(found, capture));
        prediction.ifPresent(p -> ofPrediction(found, p));
        joins.forEach(join -> ofCounters(found, join));
        found.sort(
                Comparator.comparingDouble(Advice::share)
                        .reversed()
                        .thenComparing(advice -> advice.getClass().getSimpleName())
                        .thenComparing(Advice::toString));
        return List.copyOf(found);
    }

    private static void ofTrace(List<Advice> found, Capture capture) {
        GpuTimeline timeline = capture.gpu().timeline();
        if (timeline.spanNanos() == 0) {
            return;
        }
        capture.gpu()
                .idle()
                .streams()
                .forEach(stream -> ofStream(found, stream, timeline.spanNanos()));
        LaunchStatistics launches = capture.host().launches();
        double shortShare = share(launches.shortKernels(), launches.pairs());
        if (shortShare > SHORT_KERNELS) {
            found.add(
                    new Advice.ShortKernels(launches.shortKernels(), launches.pairs(), shortShare));
        }
        ofKernels(found, capture);
        double copies = share(timeline.exposedCopyNanos(), timeline.spanNanos());
        if (copies > EXPOSED) {
            found.add(new Advice.ExposedCopies(timeline.exposedCopyNanos(), copies));
        }
        double talk = share(timeline.exposedCommunicationNanos(), timeline.spanNanos());
        if (talk > EXPOSED) {
            found.add(new Advice.ExposedCommunication(timeline.exposedCommunicationNanos(), talk));
        }
        Attribution attribution = capture.gpu().attribution();
        if (!capture.host().operators().rows().isEmpty()
                && 1 - attribution.coverage() > UNATTRIBUTED) {
            found.add(
                    new Advice.Unattributed(
                            attribution.unattributedNanos(), 1 - attribution.coverage()));
        }
    }

    private static void ofStream(List<Advice> found, Idle.Stream stream, long span) {
        double host = share(stream.hostWaitNanos(), span);
        if (host > HOST_WAIT) {
            found.add(
                    new Advice.HostWait(
                            Capture.name(stream),
                            stream.hostWaitNanos(),
                            stream.hostWaits(),
                            host));
        }
        double gaps = share(stream.kernelWaitNanos(), span);
        if (gaps > LAUNCH_GAPS) {
            found.add(
                    new Advice.LaunchGaps(
                            Capture.name(stream),
                            stream.kernelWaitNanos(),
                            stream.kernelWaits(),
                            gaps));
        }
    }

    private static void ofKernels(List<Advice> found, Capture capture) {
        KernelBreakdown kernels = capture.gpu().kernels();
        kernels.rows().stream()
                .findFirst()
                .filter(row -> share(row.spread().totalNanos(), kernels.totalNanos()) > HOT_KERNEL)
                .ifPresent(row -> found.add(hot(row, kernels.totalNanos())));
        long fusable = 0;
        long launches = 0;
        for (KernelBreakdown.Row row : kernels.rows()) {
            double share = share(row.spread().totalNanos(), kernels.totalNanos());
            if (share > SINGLE_PRECISION && SGEMM.matcher(row.name()).find()) {
                found.add(new Advice.SinglePrecision(row.name(), row.spread().totalNanos(), share));
            }
            if (FUSABLE.contains(row.category())) {
                fusable += row.spread().totalNanos();
                launches += row.spread().count();
            }
        }
        double unfused = share(fusable, kernels.totalNanos());
        if (unfused > UNFUSED) {
            found.add(new Advice.Unfused(fusable, launches, unfused));
        }
    }

    private static Advice hot(KernelBreakdown.Row row, long total) {
        long nanos = row.spread().totalNanos();
        return new Advice.HotKernel(row.name(), nanos, share(nanos, total));
    }

    private static void ofPrediction(List<Advice> found, Prediction prediction) {
        double all =
                prediction.phases().stream().mapToDouble(p -> p.measuredNanos().orElse(0.0)).sum();
        double ridge = prediction.peakFlopsPerSecond() / prediction.bytesPerSecond();
        for (Prediction.Part part : prediction.phases()) {
            double measured = part.measuredNanos().orElse(0.0);
            if (measured == 0 || part.impossible()) {
                continue;
            }
            if (part.bound() == Prediction.Bound.MEMORY) {
                found.add(
                        new Advice.MemoryBound(
                                part.phase(),
                                measured,
                                part.boundNanos(),
                                part.flopsPerByte(),
                                ridge,
                                measured / all));
            }
            boolean matters = part.excessNanos() > LOST_TIME * all;
            if (matters && measured > TIMES_THE_BOUND * part.boundNanos()) {
                found.add(
                        new Advice.AboveBound(
                                part.phase(),
                                measured,
                                part.boundNanos(),
                                part.excessNanos() / all));
            }
        }
    }

    private static void ofCounters(List<Advice> found, KernelJoin join) {
        if (join.share() < KERNEL_WORTH_COUNTERS) {
            return;
        }
        join.counters().stream()
                .filter(counters -> counters.limits().tensorPercent().isPresent())
                .findFirst()
                .ifPresent(counters -> ofTensorCores(found, join, counters));
        join.counters().stream()
                .filter(c -> c.fact(NcuFact.ACHIEVED_OCCUPANCY).orElse(100) < OCCUPANCY_PERCENT)
                .findFirst()
                .ifPresent(counters -> ofOccupancy(found, join, counters));
    }

    private static void ofTensorCores(
            List<Advice> found, KernelJoin join, KernelCounters counters) {
        KernelCategory category = KernelCategories.of(join.name());
        double percent = counters.limits().tensorPercent().orElseThrow();
        boolean matrix = category == KernelCategory.GEMM && !VECTOR.matcher(join.name()).find();
        if ((matrix || category == KernelCategory.ATTENTION) && percent < TENSOR_PERCENT) {
            found.add(new Advice.TensorCoresIdle(join.name(), percent, join.share()));
        }
    }

    private static void ofOccupancy(List<Advice> found, KernelJoin join, KernelCounters counters) {
        String rule =
                counters.advice().stream()
                        .filter(r -> r.name().contains("Occupancy"))
                        .map(KernelCounters.Rule::message)
                        .findFirst()
                        .orElse("");
        // A grid too small to fill the device is not held back by a resource.
        boolean resource =
                counters.fact(NcuFact.THEORETICAL_OCCUPANCY).orElse(0) < RESOURCE_PERCENT;
        String limiter = resource ? counters.limits().occupancyLimiter().orElse("") : "";
        if (!rule.isEmpty() || !limiter.isEmpty()) {
            found.add(
                    new Advice.LowOccupancy(
                            join.name(),
                            counters.fact(NcuFact.ACHIEVED_OCCUPANCY).orElseThrow(),
                            limiter,
                            rule,
                            join.share()));
        }
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
