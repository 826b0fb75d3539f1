package dev.llmprof.stage.nsys;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Why a capture has no report, or one that is not to be trusted whole.
final class NsysFailure {
    private static final int SIGTERM_CODE = 143;
    private static final String TIMEOUT = "pipeline.nsys.timeout=";

    private NsysFailure() {}

    static Optional<Problem> besideReport(NsysCapture capture, Ended ended, NsysSettings settings) {
        return switch (ended) {
            case Ended.Exited(int code, _) when code == 0 -> Optional.empty();
            case Ended.Exited(int code, _) when code == SIGTERM_CODE && stopsProgram(capture) ->
                    Optional.empty();
            case Ended.Interrupted _ -> Optional.empty();
            case Ended.TimedOut(Duration limit, _) ->
                    Optional.of(
                            new Problem(
                                    "the report ends where nsys was stopped, after "
                                            + EndedWords.of(limit),
                                    capture.log().toString(),
                                    TIMEOUT + EndedWords.twice(settings.timeout())));
            case Ended.Exited _, Ended.Signalled _, Ended.NotStarted _ ->
                    Optional.of(
                            new Problem(
                                    "the report is there, but nsys "
                                            + EndedWords.of(ended)
                                            + " (the program's exit code goes through it)",
                                    capture.log().toString(),
                                    "see what the program printed last"));
        };
    }

    /// nsys writes down the environment of every process of the machine that it may look at, and
    /// what the program prints. Its report cannot be rewritten; the export was.
    static String heldSecrets(Path report) {
        return report.getFileName()
                + " holds secrets of other processes or of what the program printed, and only you may"
                + " read it; the export holds none";
    }

    /// With these settings nsys ends the program at the range's end, by SIGTERM.
    private static boolean stopsProgram(NsysCapture capture) {
        return !(capture.recording().capture() instanceof Nsys.Capture.WholeRun)
                && capture.recording().captureEnd().map(e -> e.contains("shutdown")).orElse(true);
    }

    /// `secondLook` runs the program once more without a gate and tells the ranges it opens.
    static Problem noReport(
            NsysCapture capture,
            Ended ended,
            NsysSettings settings,
            Supplier<Map<String, Long>> secondLook) {
        String log = capture.log().toString();
        return switch (ended) {
            case Ended.NotStarted(String reason) ->
                    new Problem("nsys could not be started: " + reason, "PATH", "llmprof doctor");
            case Ended.TimedOut(Duration limit, _) ->
                    new Problem(
                            "nsys ran past " + EndedWords.of(limit) + " and was stopped; no report",
                            log,
                            TIMEOUT
                                    + EndedWords.twice(settings.timeout())
                                    + "   or a shorter workload");
            case Ended.Interrupted _ -> new Problem("interrupted", log, "");
            case Ended.Exited _, Ended.Signalled _ ->
                    NsysAnswers.refusal(StageFiles.text(capture.log()))
                            .map(why ->
                                    new Problem(
                                            "nsys started nothing: " + why,
                                            log,
                                            "check pipeline.nsys and the program; nsys profile --help"))
                            .orElseGet(() -> nothing(capture, ended, settings, secondLook));
        };
    }

    private static Problem nothing(
            NsysCapture capture,
            Ended ended,
            NsysSettings settings,
            Supplier<Map<String, Long>> secondLook) {
        return switch (capture.recording().capture()) {
            case Nsys.Capture.Nvtx(String range) ->
                    neverOpened(
                            capture,
                            range,
                            ended,
                            settings.secondLook()
                                    ? Optional.of(secondLook.get())
                                    : Optional.empty());
            case Nsys.Capture.WholeRun(), Nsys.Capture.CudaProfilerApi(), Nsys.Capture.Hotkey() ->
                    new Problem(
                            "no report: nsys " + EndedWords.of(ended),
                            capture.log() + lastWords(capture, ended),
                            "see the log");
        };
    }

    private static Problem neverOpened(
            NsysCapture capture, String range, Ended ended, Optional<Map<String, Long>> seen) {
        String hints =
                capture.label()
                        .map(label ->
                                "pipeline.nsys.labels without " + label + ", or a range that opens")
                        .orElseGet(() -> hints(range, seen));
        String ranges =
                seen.map(found ->
                                "ranges seen in a second, ungated pass: "
                                        + EndedWords.counts(found))
                        .orElse(
                                "pipeline.nsys.second_look=true lists the ranges the program does open");
        return new Problem(
                "no report: the range '" + range + "' never opened",
                "%s\nthe program %s; %s%s"
                        .formatted(
                                capture.log(),
                                EndedWords.of(ended),
                                ranges,
                                lastWords(capture, ended)),
                hints);
    }

    private static String hints(String range, Optional<Map<String, Long>> seen) {
        String label =
                seen.flatMap(found -> found.keySet().stream().sorted().findFirst())
                        .map(name -> name + "   which it does open")
                        .orElse("LABEL   another label (prefill, decode, sam, clip, projector)");
        return """
        pipeline.nsys.nvtx_capture=%s, or '%s@*' for any domain
        pipeline.nsys.gating_nvtx=false   to record everything
        pipeline.nsys.nvtx_domain_include=default   to leave other libraries' ranges out
        pipeline.nsys.capture_range_end=repeat:1   to take the first one only
        """
                .formatted(label, range.replaceAll("@.*", ""))
                .strip();
    }

    /// A program that failed says itself why it did not get as far as the range.
    private static String lastWords(NsysCapture capture, Ended ended) {
        boolean fine = ended instanceof Ended.Exited(int code, _) && code == 0;
        String last = StageFiles.lastLines(capture.log(), 3);
        return fine || last.isEmpty() ? "" : "\n" + last;
    }
}
