package dev.llmprof.engine.decoder;

/// The two context extensions that change each frequency by its wavelength.
final class RopeScaling {
    private RopeScaling() {}

    /// Long waves are slowed by the factor, short ones kept, those between blended.
    static float[] llama3(float[] plain, RopeConfig.Scaling.Llama3 scaling) {
        double longest = scaling.originalPositions() / scaling.low();
        double shortest = scaling.originalPositions() / scaling.high();
        float[] result = plain.clone();
        for (int i = 0; i < plain.length; i++) {
            double wave = 2 * Math.PI / plain[i];
            double smooth =
                    (scaling.originalPositions() / wave - scaling.low())
                            / (scaling.high() - scaling.low());
            if (wave > longest) {
                result[i] = (float) (plain[i] / scaling.factor());
            } else if (wave >= shortest) {
                result[i] =
                        (float) ((1 - smooth) * plain[i] / scaling.factor() + smooth * plain[i]);
            }
        }
        return result;
    }

    /// YaRN: interpolation for dimensions that turn seldom, none for those that turn often.
    static float[] yarn(
            float[] plain, RopeConfig.Scaling.Yarn scaling, double theta, int headSize) {
        double from = dimension(scaling.betaFast(), scaling, theta, headSize);
        double to = dimension(scaling.betaSlow(), scaling, theta, headSize);
        double low = Math.max(scaling.truncated() ? Math.floor(from) : from, 0);
        double high = Math.min(scaling.truncated() ? Math.ceil(to) : to, headSize - 1);
        double span = high == low ? 0.001 : high - low;
        float[] result = plain.clone();
        for (int i = 0; i < plain.length; i++) {
            double interpolated = Math.clamp((i - low) / span, 0, 1);
            result[i] =
                    (float)
                            (plain[i] / scaling.factor() * interpolated
                                    + plain[i] * (1 - interpolated));
        }
        return result;
    }

    /// The dimension that turns this many times within the original context.
    private static double dimension(
            double turns, RopeConfig.Scaling.Yarn scaling, double theta, int headSize) {
        return headSize
                * Math.log(scaling.originalPositions() / (turns * 2 * Math.PI))
                / (2 * Math.log(theta));
    }
}
