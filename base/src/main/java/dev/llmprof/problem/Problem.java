package dev.llmprof.problem;

import java.util.List;
import java.util.stream.Collectors;

/// Something the user can put right: what happened, where, and what to type to fix it.
///
/// `at` and `fix` may be empty where there is nothing useful to say.
public record Problem(String what, String at, String fix) {

    @Override
    public String toString() {
        var text = new StringBuilder(what);
        append(text, "at   ", at);
        append(text, "fix  ", fix);
        return text.toString();
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
