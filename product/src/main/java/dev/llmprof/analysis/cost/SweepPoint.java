package dev.llmprof.analysis.cost;

import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.Request;
import java.util.List;

/// One request on one device: the figures of a what-if table. Times are zero without a device.
public record SweepPoint(
        String device,
        Request request,
        int promptTokens,
        double prefillFlops,
        double decodeFlopsPerToken,
        double firstTokenSeconds,
        double perTokenSeconds,
        double tokensPerSecond,
        double neededBytes,
        Fit fit,
        BoundTime.Limit decodeLimit,
        List<Caveat> caveats) {

    public SweepPoint {
        caveats = List.copyOf(caveats);
    }
}
