package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.phase.FoundSteps.Seed;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds steps by the calls of a language model, as transformers names such classes.
final class ModelSteps {
    private static final Pattern MODEL =
            Pattern.compile(".*(ForCausalLM|LMHeadModel|ForConditionalGeneration|LMModel).*");

    private ModelSteps() {}

    static Optional<FoundSteps> of(HostTree tree) {
        HostTable host = tree.host();
        boolean[] models = models(host);
        int[] rows =
                Rows.where(
                        host.size(),
                        row ->
                                host.kind().get(row) == HostKind.MODULE.code()
                                        && models[host.name().code(row)]);
        List<Seed> calls = new ArrayList<>();
        for (int row : rows) {
            calls.add(
                    new Seed(
                            host.name().get(row),
                            StepFacts.unnamed("", StepKind.UNKNOWN),
                            host.thread().code(row),
                            host.startNanos().get(row),
                            host.endNanos(row)));
        }
        return calls.isEmpty()
                ? Optional.empty()
                : Optional.of(FoundSteps.apart(StepOrigin.MODULES, outermost(calls), tree));
    }

    private static boolean[] models(HostTable host) {
        boolean[] models = new boolean[host.name().symbols().size()];
        for (int row = 0; row < host.size(); row++) {
            if (host.kind().get(row) == HostKind.MODULE.code()) {
                models[host.name().code(row)] = true;
            }
        }
        for (int code = 0; code < models.length; code++) {
            models[code] &=
                    models[code]
                            && MODEL.matcher(Modules.className(host.name().symbols().text(code)))
                                    .matches();
        }
        return models;
    }

    /// A wrapped model calls another of its kind.
    static List<Seed> outermost(List<Seed> calls) {
        List<Seed> outermost = new ArrayList<>();
        List<Seed> inOrder =
                calls.stream()
                        .sorted(
                                Comparator.comparingInt(Seed::thread)
                                        .thenComparingLong(Seed::startNanos)
                                        .thenComparing(Seed::endNanos, Comparator.reverseOrder()))
                        .toList();
        for (Seed call : inOrder) {
            boolean inside =
                    !outermost.isEmpty()
                            && outermost.getLast().thread() == call.thread()
                            && call.startNanos() < outermost.getLast().endNanos();
            if (!inside) {
                outermost.add(call);
            }
        }
        return outermost;
    }
}
