package dev.llmprof.served;

import java.util.List;
import java.util.Optional;

/// All requests of a load in the order in which they were due, without those that warmed the server
/// up, and why it ended early where it did.
public record ServedLoad(LoadFacts facts, List<ServedRequest> requests, Optional<String> cutShort) {
    public ServedLoad {
        requests = List.copyOf(requests);
    }
}
