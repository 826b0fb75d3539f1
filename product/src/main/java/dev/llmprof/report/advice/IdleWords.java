package dev.llmprof.report.advice;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuTime;
import dev.llmprof.analysis.idle.HostActivity;
import dev.llmprof.analysis.idle.IdleCause;
import dev.llmprof.analysis.idle.IdleGap;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.ShownText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Says why the GPUs of a capture were idle, in a line each.
public final class IdleWords {
    private static final int NAME = 44;
    private static final Pattern ADDRESS = Pattern.compile(" (object )?at 0x[0-9a-f]+");

    /// A gap that has more than this part of the idle time is a story of its own.
    private static final double DOMINATES = .5;

    private static final double HARDLY = .001;

    private IdleWords() {}

    /// `idle 76.0 ms: host wait 66.6 ms (Python 40 ms), between kernels 9.4 ms`.
    public static String causes(GpuTime gpu) {
        if (hardlyIdle(gpu)) {
            return "idle under 0.1 % of the time";
        }
        List<String> parts = new ArrayList<>();
        for (IdleCause cause : IdleCause.values()) {
            long nanos = gpu.idleNanos(cause);
            if (nanos > 0) {
                String host = cause == IdleCause.HOST_WAIT ? " (" + host(gpu) + ")" : "";
                parts.add(cause.label() + " " + AdviceWords.time(nanos) + host);
            }
        }
        String idle = "idle " + AdviceWords.time(gpu.timeline().idleNanos());
        return parts.isEmpty() ? idle : idle + ": " + String.join(", ", parts);
    }

    /// A few nanoseconds are how times are rounded.
    public static boolean hardlyIdle(GpuTime gpu) {
        return gpu.timeline().idleNanos() < HARDLY * gpu.timeline().spanNanos();
    }

    private static String host(GpuTime gpu) {
        Map<HostActivity, Long> sums = new EnumMap<>(HostActivity.class);
        gpu.devices()
                .forEach(device ->
                        device.idle()
                                .hostNanos()
                                .forEach((activity, nanos) ->
                                        sums.merge(activity, nanos, Long::sum)));
        return HostWords.of(sums);
    }

    /// `, 93.1 % without one gap of 463 ms`, where one gap is longer than all else.
    public static String withoutGap(GpuTime gpu) {
        GpuTimeline timeline = gpu.timeline();
        return gpu.gaps().stream()
                .limit(1)
                .filter(gap -> gap.shareOf(timeline.spanNanos()) > DOMINATES)
                .map(gap ->
                        ", "
                                + AdviceWords.percent(
                                        (double) timeline.busyNanos()
                                                / (timeline.spanNanos() - gap.nanos()))
                                + " without one gap of "
                                + AdviceWords.time(gap.nanos()))
                .findFirst()
                .orElse("");
    }

    /// `; the host's events span 13.3 s`, where the GPU had work in less than half of that.
    public static String besideHost(Capture capture) {
        long host = capture.host().spanNanos();
        long longest =
                capture.gpu().devices().stream()
                        .mapToLong(gpu -> gpu.timeline().spanNanos())
                        .max()
                        .orElse(0);
        return host > 2 * longest ? "; the host's events span " + AdviceWords.time(host) : "";
    }

    /// `; 30 of 30 graph launches left no GPU event, so it was busy for longer`.
    public static String unseenGraphs(GpuTime gpu) {
        long unseen = gpu.graphLaunches().unseen();
        return unseen == 0
                ? ""
                : "; "
                        + Cell.count(unseen).shown()
                        + " of "
                        + ShownText.counted(
                                gpu.graphLaunches().launches().size(),
                                "graph launch",
                                "graph launches")
                        + " left no GPU event, so it was busy for longer than was recorded";
    }

    /// One gap with what ran around it and what the host did.
    public static String gap(IdleGap gap, GpuTimeline gpu) {
        double share = gap.shareOf(gpu.idleNanos());
        String most =
                share > DOMINATES ? ", " + AdviceWords.percent(share) + " of the idle time" : "";
        return "gap of "
                + AdviceWords.time(gap.nanos())
                + " at "
                + AdviceWords.time(gap.startNanos())
                + most
                + ": "
                + gap.cause().label()
                + told(gap)
                + " · "
                + kernel(gap.before())
                + " → "
                + kernel(gap.after());
    }

    private static String told(IdleGap gap) {
        String did = HostWords.of(gap.host().nanos());
        String where = gap.host().frame().isEmpty() ? gap.host().innermost() : gap.host().frame();
        String place = ADDRESS.matcher(where).replaceFirst("");
        return (did.isEmpty() ? "" : " · host: " + did)
                + (place.isEmpty() ? "" : " in " + ShownText.shortened(place, NAME))
                + (waited(gap) ? "; it waited too, for what is not in the recording" : "");
    }

    /// A host that waits for a GPU with nothing to do waits for something nobody saw.
    private static boolean waited(IdleGap gap) {
        return 2 * gap.host().nanos(HostActivity.SYNCHRONISATION) > gap.nanos();
    }

    private static String kernel(String name) {
        return ShownText.shortened(KernelNames.brief(name), NAME);
    }
}
