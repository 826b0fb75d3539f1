package dev.llmprof.config;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.Request;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// All mistaken overrides of a request, where composing stops at the first: that one is left out
/// and the rest composed again, until all are told.
final class OverrideMistakes {
    private final Consumer<Request> composer;

    OverrideMistakes(Consumer<Request> composer) {
        this.composer = composer;
    }

    /// The first mistake, and those behind it. A key that is not there is no mistake of its own
    /// once a choice is left out that might have brought it.
    ConfigError all(ConfigError first, Request request) {
        List<Problem> problems = new ArrayList<>(first.problems());
        Request left = request;
        ConfigError error = first;
        boolean choicesLeftOut = false;
        while (true) {
            Optional<Request> rest = without(left, List.of(error.problem()));
            if (rest.isEmpty()) {
                return new ConfigError(first.kind(), problems);
            }
            left = rest.get();
            choicesLeftOut |= error.kind() != Kind.KEY_NOT_IN_CONFIG;
            try {
                composer.accept(left);
                return new ConfigError(first.kind(), problems);
            } catch (ConfigError next) {
                boolean follows = choicesLeftOut && next.kind() == Kind.KEY_NOT_IN_CONFIG;
                if (!follows && without(left, next.problems()).isPresent()) {
                    problems.add(next.problem());
                }
                error = next;
            }
        }
    }

    /// The same request without the overrides that these problems are about; empty where they are
    /// about none.
    static Optional<Request> without(Request request, List<Problem> problems) {
        List<String> left =
                request.overrides().stream()
                        .filter(word ->
                                problems.stream().noneMatch(problem -> isAbout(problem, word)))
                        .toList();
        return left.size() == request.overrides().size()
                ? Optional.empty()
                : Optional.of(request.with(left, request.mode()));
    }

    /// One that cannot be read is shown below the words "the command line".
    private static boolean isAbout(Problem problem, String word) {
        return problem.at().equals(Origin.describe(new Origin.FromOverride(word)))
                || problem.at().startsWith("the command line\n" + word + "\n");
    }
}
