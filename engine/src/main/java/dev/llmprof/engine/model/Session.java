package dev.llmprof.engine.model;

import dev.llmprof.engine.decoder.Decoder;
import dev.llmprof.engine.decoder.KvCache;
import dev.llmprof.engine.decoder.Sampler;
import dev.llmprof.engine.profile.Ranges;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.InferenceMode;
import org.bytedeco.pytorch.Tensor;

/// One prompt from prefill to the last token, with the ranges `prefill` and `decode` around them.
public final class Session {
    private final Model model;
    private final Ranges ranges;
    private final BooleanSupplier stopped;

    /// How far to go and how to choose; `stops` are the tokens that end a text.
    public record Limits(int newTokens, Sampler.Decoding decoding, List<Long> stops) {
        public Limits {
            stops = List.copyOf(stops);
        }
    }

    public record Generated(int promptTokens, List<Long> tokens) {
        public Generated {
            tokens = List.copyOf(tokens);
        }
    }

    public Session(Model model, Ranges ranges, BooleanSupplier stopped) {
        this.model = model;
        this.ranges = ranges;
        this.stopped = stopped;
    }

    public Generated run(Model.Prepared prepared, Limits limits) {
        return run(prepared, limits, _ -> {});
    }

    /// `firstLogits` sees the logits of the last prompt position.
    Generated run(Model.Prepared prepared, Limits limits, Consumer<Tensor> firstLogits) {
        int prompt = prepared.ids().size();
        List<Long> tokens = new ArrayList<>(prepared.ids());
        Decoder decoder = model.decoder();
        var sampler = new Sampler(limits.decoding());
        try (var _ = new InferenceMode(true);
                KvCache cache = decoder.cache(prompt + Math.min(limits.newTokens(), 256))) {
            decoder.reserve(cache, prompt);
            tokens.add(
                    ranges.within(
                            "prefill", () -> first(prepared, cache, sampler, tokens, firstLogits)));
            if (limits.newTokens() > 1 && !ended(tokens, limits)) {
                ranges.within("decode", () -> rest(cache, sampler, tokens, prompt, limits));
            }
        }
        return new Generated(prompt, tokens.subList(prompt, tokens.size()));
    }

    private long first(
            Model.Prepared prepared,
            KvCache cache,
            Sampler sampler,
            List<Long> tokens,
            Consumer<Tensor> firstLogits) {
        try (var _ = new PointerScope()) {
            Tensor logits = model.decoder().forward(model.embed(prepared, ranges), cache);
            firstLogits.accept(logits);
            return sampler.next(logits, tokens);
        }
    }

    private int rest(KvCache cache, Sampler sampler, List<Long> tokens, int prompt, Limits limits) {
        Decoder decoder = model.decoder();
        while (tokens.size() - prompt < limits.newTokens()
                && !ended(tokens, limits)
                && !stopped.getAsBoolean()) {
            decoder.reserve(cache, 1);
            try (var _ = new PointerScope()) {
                Tensor logits = decoder.forward(decoder.embed(List.of(tokens.getLast())), cache);
                tokens.add(sampler.next(logits, tokens));
            }
        }
        return tokens.size() - prompt;
    }

    private static boolean ended(List<Long> tokens, Limits limits) {
        return limits.stops().contains(tokens.getLast());
    }
}
