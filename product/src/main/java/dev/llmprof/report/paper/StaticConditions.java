package dev.llmprof.report.paper;

import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import java.util.List;
import java.util.Locale;

/// What a prediction is for: the request, the formats and the GPUs, in one sentence.
final class StaticConditions {
    private StaticConditions() {}

    static String words(StaticAnalysis analysis) {
        var request = analysis.request();
        var precision = analysis.counting().precision();
        int pictures = analysis.promptTokens() - request.promptTokens();
        return String.format(
                Locale.ROOT,
                "batch %d, prompt %,d tokens%s, %,d new; weights %s, activations %s, cache %s%s; %s",
                request.batch(),
                analysis.promptTokens(),
                pictures == 0 ? "" : String.format(Locale.ROOT, " (%,d of pictures)", pictures),
                request.newTokens(),
                weights(precision),
                precision.activation().word(),
                precision.cache().word(),
                shared(analysis.counting().parallel()),
                analysis.counting().convention().sentence());
    }

    private static String weights(Precision precision) {
        List<String> besides = precision.mix().besides(precision);
        String some = besides.isEmpty() ? "" : " (some " + String.join(", ", besides) + ")";
        return precision.linear().equals(precision.experts())
                ? precision.linear().word() + some
                : precision.linear().word() + ", experts " + precision.experts().word() + some;
    }

    private static String shared(Parallel parallel) {
        return parallel.gpus() == 1
                ? ""
                : "; on %d GPUs (tp %d, pp %d, ep %d)"
                        .formatted(
                                parallel.gpus(),
                                parallel.tensor(),
                                parallel.pipeline(),
                                parallel.expert());
    }
}
