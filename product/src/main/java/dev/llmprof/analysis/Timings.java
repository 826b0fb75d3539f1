package dev.llmprof.analysis;

import java.util.List;

/// What a workload measured by its own clock, request by request.
public record Timings(List<Request> requests) {
    public Timings {
        requests = List.copyOf(requests);
    }

    /// One prompt. `visionNanos` lies inside `prefillNanos`; zero where there is no such part.
    public record Request(
            String input,
            long prefillNanos,
            long visionNanos,
            long decodeNanos,
            long promptTokens,
            long newTokens) {}

    public long prefillNanos() {
        return requests.stream().mapToLong(Request::prefillNanos).sum();
    }

    public long decodeNanos() {
        return requests.stream().mapToLong(Request::decodeNanos).sum();
    }

    public long promptTokens() {
        return requests.stream().mapToLong(Request::promptTokens).sum();
    }

    public long newTokens() {
        return requests.stream().mapToLong(Request::newTokens).sum();
    }
}
