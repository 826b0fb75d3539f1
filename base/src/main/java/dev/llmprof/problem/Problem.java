package dev.llmprof.problem;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Something the user can put right: what happened, where, and what to type to fix it.
///
/// `at` and `fix` may be empty where there is nothing useful to say.
public record Problem(String what, String at, String fix) {
    private static final Pattern FORGED =
            Pattern.compile("(\n\\s*)(?=(?:at|fix|error:|warning:)\\s)");

    @Override
    public String toString() {
        var text = new StringBuilder(honest(what));
        append(text, "at   ", honest(at));
        append(text, "fix  ", fix);
        return text.toString();
    }

    /// A name of others in it must not pass for our own words on what to type.
    private static String honest(String text) {
        return text.indexOf('\n') < 0 ? text : FORGED.matcher(text).replaceAll("$1| ");
    }

    public Found found() {
        return new Found(List.of(this));
    }

    private static void append(StringBuilder text, String label, String value) {
        if (value.isEmpty()) {
            return;
        }
        String hanging = "\n" + " ".repeat(2 + label.length());
        text.append("\n  ").append(label).append(value.replace("\n", hanging));
    }

    /// Carries problems out to the command line, which prints them without a stack trace.
    public static class Found extends RuntimeException {
        private final transient List<Problem> problems;

        public Found(List<Problem> problems) {
            super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("nothing was found");
            }
            this.problems = List.copyOf(problems);
        }

        public List<Problem> problems() {
            return problems;
        }
    }
}
