package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.InRange;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.load.Arrival;
import dev.llmprof.load.LoadSettings;
import dev.llmprof.load.PromptFile;
import dev.llmprof.load.PromptSource;
import dev.llmprof.load.PromptSource.Lengths;
import dev.llmprof.problem.Problem;
import dev.llmprof.served.LoadFacts.Goals;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// `load` as it is written.
public record LoadKeys(
        @InRange(min = 1) int concurrency,
        @InRange(min = 0.0001) Optional<Double> rate,
        Spacing arrival,
        @InRange(min = 1) Optional<Integer> requests,
        Optional<Duration> duration,
        @InRange(min = 0) int warmup,
        String prompts,
        Node promptTokens,
        boolean ignoreEos,
        Duration timeout,
        long seed,
        Slo slo) {
    private static final String SYNTHETIC = "synthetic";
    private static final String LENGTHS =
            "a number, [least,most], or pairs [[prompt,new],[prompt,new]]";

    enum Spacing {
        POISSON,
        CONSTANT,
        REPLAY
    }

    record Slo(Optional<Duration> ttft, Optional<Duration> tpot) {}

    /// Empty where something is wrong; the binder keeps the problems.
    public static Optional<LoadSettings> settings(Binder binder) {
        Optional<LoadKeys> keys = binder.read("load", LoadKeys.class);
        Optional<Integer> tokens =
                binder.read("infer", StaticKeys.Infer.class)
                        .map(infer -> infer.maxNewTokens().orElse(128));
        if (keys.isEmpty() || tokens.isEmpty()) {
            return Optional.empty();
        }
        return keys.get().settings(binder, tokens.get());
    }

    private Optional<LoadSettings> settings(Binder binder, int newTokens) {
        if (arrival == Spacing.REPLAY && prompts.equals(SYNTHETIC)) {
            problem(
                    binder,
                    "arrival",
                    "a replay needs a file with times",
                    "load.prompts=FILE.jsonl");
            return Optional.empty();
        }
        if (requests.isEmpty() && duration.isEmpty() && arrival != Spacing.REPLAY) {
            problem(binder, "requests", "the load would never end", "load.requests=64");
            return Optional.empty();
        }
        Optional<PromptFile> file = file(binder);
        Optional<PromptSource> source =
                prompts.equals(SYNTHETIC)
                        ? lengths(binder).map(PromptSource.Synthetic::new)
                        : file.map(each -> new PromptSource.Given(prompts, each.prompts()));
        return source.map(from ->
                new LoadSettings(
                        arrival(file),
                        requests.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                        duration,
                        warmup,
                        from,
                        newTokens,
                        ignoreEos,
                        timeout,
                        seed,
                        new Goals(nanos(slo.ttft()), nanos(slo.tpot()))));
    }

    private Arrival arrival(Optional<PromptFile> file) {
        if (arrival == Spacing.REPLAY) {
            return new Arrival.Replay(file.orElseThrow().dueNanos());
        }
        return rate.<Arrival>map(perSecond ->
                        new Arrival.OpenLoop(
                                perSecond,
                                arrival == Spacing.CONSTANT
                                        ? Arrival.Spacing.CONSTANT
                                        : Arrival.Spacing.POISSON))
                .orElseGet(() -> new Arrival.ClosedLoop(concurrency));
    }

    private Optional<PromptFile> file(Binder binder) {
        if (prompts.equals(SYNTHETIC)) {
            return Optional.empty();
        }
        try {
            return Optional.of(PromptFile.read(Path.of(prompts), arrival == Spacing.REPLAY));
        } catch (Problem.Found found) {
            found.problems().forEach(binder::add);
            return Optional.empty();
        }
    }

    private Optional<Lengths> lengths(Binder binder) {
        Optional<Lengths> lengths =
                promptTokens instanceof ListNode list ? several(list.items()) : fixed(promptTokens);
        if (lengths.isEmpty()) {
            problem(binder, "prompt_tokens", "load.prompt_tokens is not a length", LENGTHS);
        }
        return lengths;
    }

    private static Optional<Lengths> fixed(Node node) {
        return whole(node).stream()
                .mapToObj(Lengths.Fixed::new)
                .<Lengths>map(each -> each)
                .findFirst();
    }

    private static Optional<Lengths> several(List<Node> items) {
        List<Lengths.Pair> pairs = new ArrayList<>();
        for (Node item : items) {
            if (item instanceof ListNode pair && pair.size() == 2) {
                OptionalInt prompt = whole(pair.items().get(0));
                OptionalInt made = whole(pair.items().get(1));
                if (prompt.isPresent() && made.isPresent()) {
                    pairs.add(new Lengths.Pair(prompt.getAsInt(), made.getAsInt()));
                }
            }
        }
        if (!items.isEmpty() && pairs.size() == items.size()) {
            return Optional.of(new Lengths.Pairs(pairs));
        }
        if (items.size() != 2) {
            return Optional.empty();
        }
        OptionalInt least = whole(items.get(0));
        OptionalInt most = whole(items.get(1));
        return least.isPresent() && most.isPresent() && least.getAsInt() <= most.getAsInt()
                ? Optional.of(new Lengths.Uniform(least.getAsInt(), most.getAsInt()))
                : Optional.empty();
    }

    private static OptionalInt whole(Node node) {
        return node instanceof Node.Whole number
                        && number.value().signum() > 0
                        && number.value().bitLength() < 32
                ? OptionalInt.of(number.value().intValue())
                : OptionalInt.empty();
    }

    private static OptionalLong nanos(Optional<Duration> time) {
        return time.map(each -> OptionalLong.of(each.toNanos())).orElseGet(OptionalLong::empty);
    }

    private static void problem(Binder binder, String key, String what, String fix) {
        binder.add(new Problem(what, binder.at("load." + key), fix));
    }
}
