package dev.llmprof.cli.compare;

import dev.llmprof.compare.fact.FactKind;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Set;

/// The words that `--allow` takes.
final class AllowedFacts {
    private static final List<String> KNOWN = FactKind.allowable();

    private AllowedFacts() {}

    static Set<String> of(List<String> words) {
        for (String word : words) {
            if (!KNOWN.contains(word)) {
                throw new Problem(
                                "'" + word + "' is not a fact that --allow takes",
                                "--allow",
                                Nearest.to(word, KNOWN)
                                        .map(nearest -> "did you mean " + nearest + "?")
                                        .orElse("choose from: " + String.join(", ", KNOWN)))
                        .found();
            }
        }
        return Set.copyOf(words);
    }
}
