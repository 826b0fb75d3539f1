package dev.llmprof.served;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// All requests of a load in the order in which they were due, without those that warmed the server
/// up, and why it ended early where it did.
public record ServedLoad(LoadFacts facts, List<ServedRequest> requests, Optional<String> cutShort) {
    public ServedLoad {
        requests = List.copyOf(requests);
    }

    public boolean answered() {
        return requests.stream().anyMatch(ServedRequest::answered);
    }

    /// How many failed, by why.
    public SortedMap<String, Long> failures() {
        SortedMap<String, Long> failures = new TreeMap<>();
        requests.stream()
                .filter(ServedRequest::failed)
                .flatMap(each -> each.failure().stream())
                .forEach(failure -> failures.merge(failure.reason(), 1L, Long::sum));
        return failures;
    }
}
