package dev.llmprof.model.shape;

import java.util.List;
import java.util.stream.Collectors;

/// Why a model's sizes are not certain, in the few words that stand beside every headline.
public enum Caveat {
    /// Nobody here knows the family: read as a plain decoder.
    ASSUMED("assumed"),
    /// A key that may give a tensor its size was not understood.
    UNSURE("unsure"),
    /// What it sees or hears with is not counted, so there is more.
    TEXT_ONLY("text model only"),
    /// What it hears with is not counted, though its eyes are.
    WITHOUT_SOUND("without its audio"),
    /// Quantised in a way nobody here knows, and counted as if it were not.
    WEIGHTS_ASSUMED("weights assumed");

    private final String words;

    Caveat(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /// As it stands behind a headline; empty where all is certain.
    public static String mark(List<Caveat> caveats) {
        String all = caveats.stream().map(Caveat::words).collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : " (" + all + ")";
    }
}
