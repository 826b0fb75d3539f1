package dev.llmprof.engine.model;

import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// DeepSeek-OCR's plain template: begin of text, the words before the picture, a place for each of
/// the picture's rows, the words after it. No roles, no system text.
record OcrPrompt(List<Long> before, int places, List<Long> after, long imageToken) {
    private static final String IMAGE = "<image>";

    OcrPrompt {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    static OcrPrompt of(String text, Tokenizer tokenizer, long beginOfText, int places) {
        String stripped = text.strip();
        int at = stripped.indexOf(IMAGE);
        if (at < 0) {
            stripped = IMAGE + "\n" + stripped;
            at = 0;
        }
        String rest = stripped.substring(at + IMAGE.length());
        if (rest.contains(IMAGE)) {
            throw new Problem(
                            "the prompt has more than one <image>, a page is one picture",
                            "infer.decoder_prompt",
                            "leave one <image> in the prompt")
                    .found();
        }
        List<Long> before = new ArrayList<>(List.of(beginOfText));
        before.addAll(tokenizer.encode(stripped.substring(0, at)));
        return new OcrPrompt(before, places, tokenizer.encode(rest), tokenizer.id(IMAGE));
    }

    List<Long> ids() {
        List<Long> ids = new ArrayList<>(before);
        ids.addAll(Collections.nCopies(places, imageToken));
        ids.addAll(after);
        return ids;
    }
}
