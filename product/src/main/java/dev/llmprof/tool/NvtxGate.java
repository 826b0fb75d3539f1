package dev.llmprof.tool;

import dev.llmprof.problem.Problem;
import java.util.Optional;

/// The one range nsys waits for, by its exact text. nsys takes anything else without a word and
/// then records nothing.
public final class NvtxGate {

    private NvtxGate() {}

    /// What is wrong with an expression; `key` is the setting it came from.
    public static Optional<Problem> problem(String expression, String key) {
        int at = expression.indexOf('@');
        String name = at < 0 ? expression : expression.substring(0, at);
        String domain = at < 0 ? "" : expression.substring(at + 1);
        if (expression.equals("range")) {
            return wrong(
                    key,
                    "'range' is not the name of a range",
                    key + "=prefill   or another label of your program");
        }
        if (name.isBlank() || (at >= 0 && domain.isBlank()) || domain.contains("@")) {
            return wrong(
                    key,
                    "'" + expression + "' is not a range: name, name@domain or name@*",
                    key + "=prefill");
        }
        if (name.contains("*") || (domain.contains("*") && !domain.equals("*"))) {
            return wrong(
                    key,
                    "'" + expression + "' has a wildcard, and nsys matches exact text",
                    key + "='" + name.replace("*", "") + (at < 0 ? "" : "@*") + "'");
        }
        if (expression.contains(",") || expression.contains(";") || expression.contains("|")) {
            return wrong(
                    key,
                    "'" + expression + "' names several ranges, and nsys waits for one",
                    "pipeline.nsys.labels=["
                            + expression.replaceAll("\\s*[,;|]\\s*", ",")
                            + "] makes a capture for each");
        }
        return Optional.empty();
    }

    private static Optional<Problem> wrong(String key, String what, String fix) {
        return Optional.of(new Problem(key + ": " + what, "", fix));
    }
}
