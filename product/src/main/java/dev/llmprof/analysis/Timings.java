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

    /// Inside prefill.
    public long visionNanos() {
        return requests.stream().mapToLong(Request::visionNanos).sum();
    }

    /// The first token of each request comes out of its prefill.
    public long decodedTokens() {
        return requests.stream().mapToLong(r -> Math.max(0, r.newTokens() - 1)).sum();
    }

    public long promptTokens() {
        return requests.stream().mapToLong(Request::promptTokens).sum();
    }

    public long newTokens() {
        return requests.stream().mapToLong(Request::newTokens).sum();
    }
}
