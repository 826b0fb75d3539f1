package dev.llmprof.load;

import java.util.List;

/// Where prompts come from.
public sealed interface PromptSource {

    /// Random words, about as many tokens as asked for.
    record Synthetic(Lengths lengths) implements PromptSource {}

    /// Lines of a file, from the first again where there are too few.
    record Given(String name, List<Prompt> prompts) implements PromptSource {
        public Given {
            prompts = List.copyOf(prompts);
        }
    }

    /// How long synthetic prompts are, in tokens.
    sealed interface Lengths {
        record Fixed(int tokens) implements Lengths {}

        /// Each length between the two equally often.
        record Uniform(int least, int most) implements Lengths {}

        /// Prompt and answer, one pair after the other.
        record Pairs(List<Pair> pairs) implements Lengths {
            public Pairs {
                pairs = List.copyOf(pairs);
            }
        }

        record Pair(int promptTokens, int newTokens) {}
    }

    /// For a person.
    default String words() {
        return switch (this) {
            case Given(String name, List<Prompt> prompts) -> prompts.size() + " of " + name;
            case Synthetic(Lengths lengths) ->
                    switch (lengths) {
                        case Lengths.Fixed(int tokens) -> "of about " + tokens + " tokens";
                        case Lengths.Uniform(int least, int most) ->
                                "of about " + least + " to " + most + " tokens";
                        case Lengths.Pairs(List<Lengths.Pair> pairs) ->
                                "of " + pairs.size() + " lengths in turn";
                    };
        };
    }
}
