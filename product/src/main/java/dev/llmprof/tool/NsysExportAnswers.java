package dev.llmprof.tool;

import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What it means when nsys does not export a report. It says so in many ways, and seldom by its
/// exit code.
public final class NsysExportAnswers {
    /// `Version number is invalid: 2024@6@2@225-246235244400v0`
    private static final Pattern NEWER = Pattern.compile("Version number is invalid: ([0-9@]+)");

    private NsysExportAnswers() {}

    /// `madeBy` is the version found in the report itself, if any was.
    public static Problem problem(
            String answer, String installed, Optional<String> madeBy, Path report) {
        boolean mismatch =
                answer.contains("Version number is invalid")
                        || answer.contains("missing required fields");
        if (mismatch) {
            String by = named(answer).or(() -> madeBy).map(v -> "nsys " + v).orElse("a newer nsys");
            return new Problem(
                    "nsys " + installed + " cannot read this report, which " + by + " made",
                    report.toString(),
                    "with that version or a newer one: nsys export --type sqlite "
                            + report
                            + ", then give llmprof the .sqlite");
        }
        if (answer.contains("incomplete or invalid")) {
            return new Problem(
                    "the recording was cut off: nsys did not run to its end",
                    report.toString(),
                    "record again, with a longer pipeline.nsys.timeout if that was why");
        }
        return new Problem(
                "nsys " + installed + " made no export of this report: " + lastLine(answer),
                report.toString(),
                "try it by hand: nsys export --type sqlite " + report);
    }

    public static Problem notInstalled(Path report) {
        return new Problem(
                "only nsys can read this report, and nsys is not on the PATH",
                report.toString(),
                "where nsys is: nsys export --type sqlite "
                        + report
                        + ", then give llmprof the .sqlite");
    }

    private static Optional<String> named(String answer) {
        Matcher matcher = NEWER.matcher(answer);
        return matcher.find()
                ? Optional.of(matcher.group(1).replace('@', '.').replaceAll("\\.$", ""))
                : Optional.empty();
    }

    private static String lastLine(String answer) {
        String[] lines = answer.strip().split("[\r\n]+", -1);
        String last = lines[lines.length - 1].strip();
        return last.isEmpty() ? "it printed nothing" : last;
    }
}
