package dev.llmprof.cli;

import dev.llmprof.analysis.sizing.Efficiency;
import dev.llmprof.analysis.sizing.ServiceLevel;
import dev.llmprof.config.bind.Durations;
import dev.llmprof.problem.Problem;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// What a deployment must hold to, and what it costs, as flags.
final class SizingOptions {
    private static final String SLO = "--slo";
    private static final String SLO_FORM = "--slo ttft=500ms,tpot=50ms, or one of the two";

    @Option(
            names = SLO,
            paramLabel = "LIMITS",
            description = "Size a deployment: the most requests at once with ttft=500ms,tpot=50ms.")
    private String level = "";

    @Option(
            names = "--price",
            paramLabel = "P",
            description = {
                "Price of one GPU for an hour: 2.5;",
                "of several GPUs: h100-sxm5-80gb=2.5,l4=0.7"
            })
    private String price = "";

    @Option(
            names = "--memory-utilization",
            paramLabel = "F",
            description = "Part of a GPU's memory to fill (default: ${DEFAULT-VALUE}).")
    private double memoryShare = 0.9;

    @Option(
            names = "--efficiency",
            paramLabel = "F",
            description =
                    "Part of the peaks that is reached: 0.5, or compute=0.5,memory=0.6 (default:"
                            + " public medians).")
    private String efficiency = "";

    boolean asked() {
        return !level.isEmpty();
    }

    /// A flag that says nothing without `--slo` is a mistake.
    void requireSlo() {
        if (!price.isEmpty() || !efficiency.isEmpty()) {
            throw new Problem(
                            (price.isEmpty() ? "--efficiency" : "--price") + " needs " + SLO,
                            "the command line",
                            SLO_FORM)
                    .found();
        }
    }

    double memoryShare() {
        return share("--memory-utilization", memoryShare);
    }

    ServiceLevel level() {
        ServiceLevel found = ServiceLevel.ANY;
        for (Map.Entry<String, String> each : pairs(SLO, level, SLO_FORM).entrySet()) {
            double seconds = seconds(each.getValue());
            found =
                    switch (each.getKey()) {
                        case "ttft" -> found.withFirstToken(seconds);
                        case "tpot" -> found.withPerToken(seconds);
                        default -> throw wrong(SLO, level, SLO_FORM);
                    };
        }
        return found;
    }

    Efficiency efficiency() {
        if (efficiency.isEmpty()) {
            return Efficiency.PUBLISHED;
        }
        String form = "--efficiency 0.5, or --efficiency compute=0.5,memory=0.6";
        if (!efficiency.contains("=")) {
            double both = share("--efficiency", number("--efficiency", efficiency, form));
            return new Efficiency(both, both);
        }
        double compute = Efficiency.PUBLISHED.compute();
        double memory = Efficiency.PUBLISHED.memory();
        for (Map.Entry<String, String> each : pairs("--efficiency", efficiency, form).entrySet()) {
            double share = share("--efficiency", number("--efficiency", each.getValue(), form));
            switch (each.getKey()) {
                case "compute" -> compute = share;
                case "memory" -> memory = share;
                default -> throw wrong("--efficiency", efficiency, form);
            }
        }
        return new Efficiency(compute, memory);
    }

    /// Of one GPU of that name for an hour, where it was said.
    Optional<Double> perGpuHour(String gpu) {
        if (price.isEmpty()) {
            return Optional.empty();
        }
        String form = "--price 2.5, or --price h100-sxm5-80gb=2.5,l4=0.7";
        if (!price.contains("=")) {
            return Optional.of(positive(number("--price", price, form), form));
        }
        return Optional.ofNullable(pairs("--price", price, form).get(gpu.toLowerCase(Locale.ROOT)))
                .map(word -> positive(number("--price", word, form), form));
    }

    private double positive(double amount, String form) {
        if (!(amount > 0 && Double.isFinite(amount))) {
            throw wrong("--price", price, form);
        }
        return amount;
    }

    /// Never without a unit: 50 would be seconds, and is meant as milliseconds.
    private double seconds(String word) {
        return Durations.parse(word)
                .filter(_ -> !word.matches("[0-9.]+"))
                .map(duration -> duration.toNanos() / 1e9)
                .filter(seconds -> seconds > 0)
                .orElseThrow(() -> wrong(SLO, level, SLO_FORM));
    }

    private static Map<String, String> pairs(String flag, String text, String form) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1 || equals == part.length() - 1) {
                throw wrong(flag, text, form);
            }
            pairs.put(
                    part.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                    part.substring(equals + 1).strip());
        }
        return pairs;
    }

    private static double number(String flag, String word, String form) {
        try {
            return Double.parseDouble(word.strip());
        } catch (NumberFormatException _) {
            throw wrong(flag, word, form);
        }
    }

    static double share(String flag, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new Problem(
                            flag + " must be above 0 and at most 1",
                            flag + " " + value,
                            flag + " 0.8")
                    .found();
        }
        return value;
    }

    static Problem.Found wrong(String flag, String text, String form) {
        return new Problem("'" + text + "' is not what " + flag + " takes", flag, form).found();
    }
}
