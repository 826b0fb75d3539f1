package dev.llmprof.analysis.cost;

import dev.llmprof.model.shape.Caveat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Whether something fits a memory, as far as its size is certain.
public enum Fit {
    YES,
    NO,
    UNSURE;

    private static final Set<Caveat> PARTS_LEFT_OUT =
            Set.of(Caveat.TEXT_ONLY, Caveat.WITHOUT_SOUND);

    /// A model that is too large without a part is too large with it as well; no other size that is
    /// not certain says anything.
    public static Fit of(double neededBytes, double deviceBytes, List<Caveat> caveats) {
        boolean within = neededBytes <= deviceBytes;
        if (caveats.isEmpty()) {
            return within ? YES : NO;
        }
        return !within && PARTS_LEFT_OUT.containsAll(caveats) ? NO : UNSURE;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
