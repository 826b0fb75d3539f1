package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Request;
import java.util.List;
import java.util.Optional;

/// What a request costs a model on paper, and on a device if one was named.
public record StaticAnalysis(
        Model model,
        Request request,
        int promptTokens,
        Counting counting,
        Parameters parameters,
        KvCache cache,
        List<PhaseCost> phases,
        Optional<OnDevice> device,
        List<String> notes) {
    public StaticAnalysis {
        phases = List.copyOf(phases);
        notes = List.copyOf(notes);
    }

    /// Why its sizes are not certain.
    public List<Caveat> caveats() {
        return model.caveats(counting.precision());
    }

    /// Positions of a sequence when its last token is out.
    public long finalContext() {
        return (long) promptTokens + request.newTokens();
    }
}
