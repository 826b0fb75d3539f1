package dev.llmprof.config.error;

import dev.llmprof.config.node.Origin;
import dev.llmprof.problem.Problem;
import java.util.List;

/// A mistake in configuration files, overrides or flags, with its kind.
public final class ConfigError extends Problem.Found {
    private final Kind kind;

    public ConfigError(Kind kind, Problem problem) {
        this(kind, List.of(problem));
    }

    /// Several mistakes; the kind is that of the first.
    public ConfigError(Kind kind, List<Problem> problems) {
        super(problems);
        this.kind = kind;
    }

    public ConfigError(Kind kind, String what, Origin at, String fix) {
        this(kind, new Problem(what, Origin.describe(at), fix));
    }

    public Kind kind() {
        return kind;
    }

    public Problem problem() {
        return problems().getFirst();
    }

    /// The same mistake seen from further out: more is said before it, the place stays.
    public ConfigError within(String context, String at) {
        Problem inner = problem();
        String place = inner.at().isEmpty() ? at : inner.at();
        return new ConfigError(
                kind, new Problem(context + "\n" + inner.what(), place, inner.fix()));
    }
}
