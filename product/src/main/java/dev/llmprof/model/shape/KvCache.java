package dev.llmprof.model.shape;

/// What a decoder keeps for each sequence. `bytesPerToken` counts every layer that caches; [#bytes]
/// knows that windowed layers stop growing. A recurrent state may be kept wider than the rest.
public record KvCache(Decoder decoder, Format format, Format state) {

    public static KvCache of(Decoder decoder, Precision precision) {
        return new KvCache(decoder, precision.cache(), precision.state());
    }

    public double bytesPerToken() {
        double elements = 0;
        for (Repeated<Mixer> mixer : decoder.mixers()) {
            elements += (double) mixer.count() * mixer.value().cachedPerToken();
        }
        return format.bytes(elements);
    }

    /// Recurrent state of one sequence, whatever its length.
    public double stateBytes() {
        double bytes = 0;
        for (Repeated<Mixer> mixer : decoder.mixers()) {
            long kernel = mixer.value().kernelElements();
            double own = (double) mixer.value().stateElements() - kernel;
            bytes += mixer.count() * (state.bytes(own) + format.bytes((double) kernel));
        }
        return bytes;
    }

    /// Bytes of `batch` sequences of `context` positions.
    public double bytes(double batch, double context) {
        double elements = 0;
        for (Repeated<Mixer> mixer : decoder.mixers()) {
            elements += mixer.count() * positions(mixer.value(), context);
        }
        return batch * (format.bytes(elements) + stateBytes());
    }

    private static double positions(Mixer mixer, double context) {
        return mixer instanceof Mixer.Joined joined
                ? joined.parts().stream().mapToDouble(part -> positions(part, context)).sum()
                : Math.min(context, (double) mixer.window()) * mixer.cachedPerToken();
    }
}
