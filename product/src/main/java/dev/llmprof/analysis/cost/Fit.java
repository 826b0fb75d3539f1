package dev.llmprof.analysis.cost;

import dev.llmprof.model.shape.Caveat;
import java.util.List;
import java.util.Locale;

/// Whether something fits a memory, as far as its size is certain.
public enum Fit {
    YES,
    NO,
    UNSURE;

    /// A text model that is too large is too large with its eyes as well; no other size that is not
    /// certain says anything.
    public static Fit of(double neededBytes, double deviceBytes, List<Caveat> caveats) {
        boolean within = neededBytes <= deviceBytes;
        if (caveats.isEmpty()) {
            return within ? YES : NO;
        }
        return !within && caveats.equals(List.of(Caveat.TEXT_ONLY)) ? NO : UNSURE;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
