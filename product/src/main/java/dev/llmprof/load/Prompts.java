package dev.llmprof.load;

import dev.llmprof.load.Prompt.Content;
import dev.llmprof.load.PromptSource.Lengths;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.StringJoiner;

/// The prompt of each request: the same for the same seed and number, and no two alike, so that no
/// cache of the server's answers in place of its model.
final class Prompts {
    // Short and frequent: one token each for most tokenizers, with the blank before it.
    private static final List<String> WORDS =
            List.of(
                    ("time year people way day man thing woman life child world school state family"
                                    + " student group country problem hand part place case week company"
                                    + " system program question work government number night point home"
                                    + " water room mother area money story fact month lot right study book"
                                    + " eye job word business issue side kind head house service friend"
                                    + " father power hour game line end member law car city name team"
                                    + " minute idea body back parent face others level office door health"
                                    + " person art war history party result change morning reason research"
                                    + " girl guy moment air teacher force")
                            .split(" ", -1));

    private final PromptSource source;
    private final long seed;
    private final double tokensPerWord;

    Prompts(PromptSource source, long seed) {
        this(source, seed, 1);
    }

    private Prompts(PromptSource source, long seed, double tokensPerWord) {
        this.source = source;
        this.seed = seed;
        this.tokensPerWord = tokensPerWord;
    }

    /// For a tokenizer that makes more or less than one token of a word.
    Prompts calibrated(double measured) {
        return measured > 0 && Double.isFinite(measured)
                ? new Prompts(source, seed, measured)
                : this;
    }

    /// Of a measured request, counted from 0.
    Prompt of(int number) {
        return switch (source) {
            case PromptSource.Synthetic(Lengths lengths) -> synthetic(lengths, number, "");
            case PromptSource.Given(_, List<Prompt> prompts) ->
                    filled(prompts.get(number % prompts.size()), number);
        };
    }

    /// Of the same lengths and used nowhere else.
    Prompt warmup(int number) {
        Lengths lengths =
                source instanceof PromptSource.Synthetic(Lengths own)
                        ? own
                        : new Lengths.Fixed(128);
        return synthetic(lengths, -1 - number, "warm up " + (number + 1) + ":");
    }

    private Prompt synthetic(Lengths lengths, int number, String begin) {
        SplittableRandom random = random(number);
        return switch (lengths) {
            case Lengths.Fixed(int tokens) ->
                    new Prompt(text(tokens, begin, random), OptionalInt.empty());
            case Lengths.Uniform(int least, int most) ->
                    new Prompt(
                            text(random.nextInt(least, most + 1), begin, random),
                            OptionalInt.empty());
            case Lengths.Pairs(List<Lengths.Pair> pairs) -> {
                Lengths.Pair pair = pairs.get(Math.floorMod(number, pairs.size()));
                yield new Prompt(
                        text(pair.promptTokens(), begin, random), OptionalInt.of(pair.newTokens()));
            }
        };
    }

    private Prompt filled(Prompt prompt, int number) {
        return prompt.content() instanceof Content.Length(int tokens)
                ? new Prompt(text(tokens, "", random(number)), prompt.newTokens())
                : prompt;
    }

    private Content.Text text(int tokens, String begin, SplittableRandom random) {
        long words = Math.max(1, Math.round(tokens / tokensPerWord));
        var text = new StringJoiner(" ");
        if (!begin.isEmpty()) {
            text.add(begin);
        }
        for (long word = 0; word < words; word++) {
            text.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        return new Content.Text(text.toString());
    }

    private SplittableRandom random(int number) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    }
}
