package dev.llmprof.run;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.Request;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Tells mistaken keys and mistaken values of a command line together: values are looked at only
/// once the keys are right, and a user would hear of them at the next try.
final class AllMistakes {
    private AllMistakes() {}

    /// `check` throws on values that are wrong. Without the mistaken overrides only what it says
    /// about another of them counts: the rest may be wrong for want of those.
    static Composition compose(Composer composer, Request request, Consumer<Composition> check) {
        try {
            return composer.compose(request);
        } catch (ConfigError mistaken) {
            List<Problem> all = new ArrayList<>(mistaken.problems());
            Optional<Composition> rest = composer.composeApartFrom(request, all);
            rest.ifPresent(composed -> {
                try {
                    check.accept(composed);
                } catch (Problem.Found found) {
                    found.problems().stream()
                            .filter(each -> isOfOverride(each, composed.request()))
                            .forEach(all::add);
                }
            });
            throw new ConfigError(mistaken.kind(), all);
        }
    }

    private static boolean isOfOverride(Problem problem, Request request) {
        return request.overrides().stream()
                .map(word -> Origin.describe(new Origin.FromOverride(word)))
                .anyMatch(problem.at()::equals);
    }
}
