package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.Key;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.nsys.NsysSettings;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.Nsys.Capture;
import dev.llmprof.tool.NvtxGate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// `pipeline.nsys` as it is written.
public record NsysKeys(
        boolean enable,
        boolean gatingNvtx,
        String trace,
        Optional<String> sample,
        Optional<String> cpuctxsw,
        Range captureRange,
        Optional<String> nvtxCapture,
        Optional<String> captureRangeEnd,
        Optional<String> nvtxDomainInclude,
        Optional<String> nvtxDomainExclude,
        Optional<String> cudaGraphTrace,
        Optional<List<String>> labels,
        Optional<Boolean> secondLook,
        Optional<Boolean> keepEnvironment,
        Optional<Duration> timeout)
        implements StageKeys {
    private static final String KEY = "pipeline.nsys.";
    private static final Duration TIMEOUT = Duration.ofMinutes(30);
    private static final Pattern END =
            Pattern.compile("none|stop|stop-shutdown|repeat(:\\d+)?|repeat-shutdown:\\d+");

    enum Range {
        NVTX,
        @Key("cudaProfilerApi")
        CUDA_PROFILER_API,
        HOTKEY,
        NONE
    }

    public NsysSettings settings() {
        return new NsysSettings(
                new Nsys.Settings(
                        trace,
                        Texts.filled(sample).orElse("none"),
                        Texts.filled(cpuctxsw).orElse("none"),
                        Texts.filled(cudaGraphTrace),
                        capture(),
                        Texts.filled(captureRangeEnd),
                        domains()),
                labels.orElse(List.of()),
                secondLook.orElse(false),
                keepEnvironment.orElse(false),
                timeout.orElse(TIMEOUT));
    }

    /// Rules between keys, and what nsys would take without a word and then record nothing. A stage
    /// that is off may be wrong.
    public void check(Binder binder) {
        if (!enable) {
            return;
        }
        Timeouts.check(binder, KEY + "timeout", timeout);
        if (trace.isBlank()) {
            binder.add(
                    new Problem(
                            KEY + "trace is empty",
                            binder.at(KEY + "trace"),
                            KEY + "trace='cuda,nvtx,osrt'   or   " + KEY + "trace=none"));
        }
        if (labels.isEmpty()) {
            checkGate(binder);
        }
        for (String label : labels.orElse(List.of())) {
            NvtxGate.problem(label, KEY + "labels")
                    .ifPresent(problem -> add(binder, problem, "labels"));
        }
        if (Texts.filled(captureRangeEnd).filter(end -> !END.matcher(end).matches()).isPresent()) {
            binder.add(
                    new Problem(
                            KEY + "capture_range_end is '" + captureRangeEnd.get() + "'",
                            binder.at(KEY + "capture_range_end"),
                            "one of none, stop, stop-shutdown, repeat, repeat:N, repeat-shutdown:N, or null"));
        }
        if (Texts.filled(nvtxDomainInclude).isPresent()
                && Texts.filled(nvtxDomainExclude).isPresent()) {
            binder.add(
                    new Problem(
                            "nsys takes domains to include or to exclude, not both",
                            binder.at(KEY + "nvtx_domain_exclude"),
                            KEY + "nvtx_domain_exclude=null"));
        }
    }

    private void checkGate(Binder binder) {
        if (captureRange != Range.NVTX || !gatingNvtx) {
            return;
        }
        if (Texts.filled(nvtxCapture).isEmpty()) {
            binder.add(
                    new Problem(
                            KEY
                                    + "nvtx_capture is empty, but capture_range=nvtx needs a range to wait for",
                            binder.at(KEY + "nvtx_capture"),
                            KEY + "nvtx_capture=decode   or   " + KEY + "capture_range=none"));
            return;
        }
        NvtxGate.problem(nvtxCapture.get(), KEY + "nvtx_capture")
                .ifPresent(problem -> add(binder, problem, "nvtx_capture"));
    }

    private static void add(Binder binder, Problem problem, String key) {
        binder.add(new Problem(problem.what(), binder.at(KEY + key), problem.fix()));
    }

    /// Without gating only the NVTX gate falls away; the others are no ranges of NVTX.
    private Capture capture() {
        return switch (captureRange) {
            case NVTX ->
                    gatingNvtx && nvtxCapture.isPresent()
                            ? new Capture.Nvtx(nvtxCapture.get().strip())
                            : new Capture.WholeRun();
            case CUDA_PROFILER_API -> new Capture.CudaProfilerApi();
            case HOTKEY -> new Capture.Hotkey();
            case NONE -> new Capture.WholeRun();
        };
    }

    private Nsys.Domains domains() {
        return Texts.filled(nvtxDomainInclude)
                .<Nsys.Domains>map(Nsys.Domains.Include::new)
                .or(() -> Texts.filled(nvtxDomainExclude).map(Nsys.Domains.Exclude::new))
                .orElseGet(Nsys.Domains.All::new);
    }
}
