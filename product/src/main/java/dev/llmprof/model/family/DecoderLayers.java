package dev.llmprof.model.family;

import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Mixer;
import java.util.List;

/// The layers of a decoder one by one, before equal ones are put together.
record DecoderLayers(
        long hidden, List<Mixer> mixers, List<FeedForward> feedForwards, long rotaryFrequencies) {
    DecoderLayers {
        mixers = List.copyOf(mixers);
        feedForwards = List.copyOf(feedForwards);
    }
}
