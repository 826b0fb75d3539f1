package dev.llmprof.tool;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What ncu says about itself and about a run.
public final class NcuAnswers {
    private static final Pattern VERSION = Pattern.compile("Version (\\d+(?:\\.\\d+)+)");
    private static final Pattern IDENTIFIER = Pattern.compile("^(\\w+)\\s+\\S.*");
    private static final Pattern CHIP = Pattern.compile("\\b[a-z]{2}\\d+\\w*\\b");
    private static final Pattern FIRST_CELL = Pattern.compile("^\"([^\"]+)\"");
    private static final Pattern METRIC = Pattern.compile("[\\w.:]+");
    private static final Pattern SUFFIX =
            Pattern.compile("\\.(sum|avg|min|max|pct|ratio|max_rate)(\\..*)?$");

    private NcuAnswers() {}

    public static Optional<String> version(String answer) {
        Matcher matcher = VERSION.matcher(answer);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /// The first column of `--list-sections` and `--list-sets`.
    public static Set<String> identifiers(String table) {
        return table.lines()
                .map(IDENTIFIER::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .filter(name -> !name.equals("Identifier"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    public static List<String> chips(String answer) {
        return CHIP.matcher(answer).results().map(match -> match.group()).distinct().toList();
    }

    /// Counter names, without the suffix that says how they are summed up.
    public static Set<String> metrics(String csv) {
        return csv.lines()
                .map(FIRST_CELL::matcher)
                .filter(Matcher::find)
                .map(matcher -> counter(matcher.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// `sm__throughput.avg.pct_of_peak_sustained_elapsed` is a way to read `sm__throughput`.
    public static String counter(String metric) {
        return SUFFIX.matcher(metric).replaceFirst("");
    }

    /// Names of `--list-metrics`, which marks them by a dash in some places.
    public static Set<String> listedMetrics(String answer) {
        return answer.lines()
                .map(line -> line.strip().replaceFirst("^-", ""))
                .filter(line -> METRIC.matcher(line).matches())
                .map(NcuAnswers::counter)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Older versions have `--details-all` for it.
    public static boolean knowsPrintDetails(String help) {
        return help.contains("--print-details") || !help.contains("--details-all");
    }

    public static boolean nothingProfiled(String log) {
        return log.contains("No kernels were profiled") || log.contains("No ranges were profiled");
    }

    public static boolean countersForbidden(String log) {
        return log.contains("ERR_NVGPUCTRPERM");
    }

    public static boolean noDriver(String log) {
        return log.contains("Driver could not be loaded")
                || log.contains("driver version is insufficient")
                || log.contains("no CUDA-capable device");
    }

    /// ncu's own errors, without its marks. That the program failed is told by its exit code.
    public static List<String> errors(String log) {
        return log.lines()
                .filter(line -> line.startsWith("==ERROR=="))
                .map(line -> line.substring("==ERROR==".length()).strip())
                .filter(line -> !line.startsWith("The application returned an error code"))
                .toList();
    }
}
