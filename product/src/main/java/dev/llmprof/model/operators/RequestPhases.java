package dev.llmprof.model.operators;

import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Request;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.shape.Work;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// The phases of a request, in order: the vision stages, `prefill`, `decode`.
public final class RequestPhases {
    public static final String PREFILL = "prefill";
    public static final String DECODE = "decode";

    private static final long MOST_TOKENS = 1L << 30;

    private RequestPhases() {}

    public static List<Phase> of(Model model, Request request, Convention convention) {
        Decoder decoder = model.lookingAt(request.images()).decoder();
        List<Phase> phases = new ArrayList<>();
        if (request.images().count() > 0) {
            model.vision().ifPresent(vision -> phases.addAll(vision(vision, request)));
        }
        int prompt = promptTokens(model, request);
        if (prompt > 0) {
            phases.add(
                    decoder(PREFILL, decoder, Work.prefill(request.batch(), prompt), convention));
        }
        if (request.newTokens() > 0) {
            phases.add(
                    decoder(
                            DECODE,
                            decoder,
                            Work.decode(request.batch(), prompt, request.newTokens()),
                            convention));
        }
        return phases;
    }

    /// Text and picture positions of one prompt.
    public static int promptTokens(Model model, Request request) {
        long pictures =
                model.vision().map(vision -> vision.promptTokens(request.images())).orElse(0L);
        if (pictures < 0 || pictures > MOST_TOKENS) {
            throw new Problem(
                            "pictures of " + pictures + " positions, more than any prompt has",
                            model.name(),
                            "check the sizes in vision_config and of the pictures")
                    .found();
        }
        return Math.toIntExact(request.promptTokens() + pictures);
    }

    public static Phase decoder(String name, Decoder decoder, Work work, Convention convention) {
        return new Phase(name, work.passes(), DecoderOperators.of(decoder, work, convention));
    }

    private static List<Phase> vision(Vision vision, Request request) {
        return vision.stages().stream()
                .map(stage ->
                        new Phase(
                                stage,
                                1,
                                vision.operators(stage, request.images(), request.batch())))
                .toList();
    }
}
