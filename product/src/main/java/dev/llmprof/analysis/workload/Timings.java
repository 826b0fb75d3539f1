package dev.llmprof.analysis.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What a workload measured by its own clock, request by request. The first is the one that was
/// profiled too, and that the costs on paper are for.
public record Timings(List<Request> requests) {
    public Timings {
        requests = List.copyOf(requests);
    }

    /// One prompt, or several at once. `visionNanos` lies inside `prefillNanos`, and
    /// `visionStageNanos` (`sam`, `clip` …) inside that; zero and empty where there is no such
    /// part.
    public record Request(
            String input,
            long prefillNanos,
            long visionNanos,
            Map<String, Long> visionStageNanos,
            long decodeNanos,
            long promptTokens,
            long newTokens,
            long sequences) {
        public Request {
            visionStageNanos = Map.copyOf(visionStageNanos);
        }

        /// A phase without those inside it; empty where the request did not have it.
        public OptionalLong ofPhase(String phase) {
            long nanos =
                    switch (phase) {
                        case "prefill" -> prefillNanos - visionNanos;
                        case "decode" -> decodeNanos;
                        default -> visionStageNanos.getOrDefault(phase, 0L);
                    };
            return nanos > 0 ? OptionalLong.of(nanos) : OptionalLong.empty();
        }

        /// The first token of each sequence comes out of the prefill.
        public long decodedTokens() {
            return Math.max(0, newTokens - sequences);
        }

        /// Each makes one token for every sequence.
        public double decodeSteps() {
            return (double) decodedTokens() / sequences;
        }
    }

    public Optional<Request> representative() {
        return requests.stream().findFirst();
    }

    public long prefillNanos() {
        return requests.stream().mapToLong(Request::prefillNanos).sum();
    }

    public long decodeNanos() {
        return requests.stream().mapToLong(Request::decodeNanos).sum();
    }

    public long decodedTokens() {
        return requests.stream().mapToLong(Request::decodedTokens).sum();
    }

    public long promptTokens() {
        return requests.stream().mapToLong(Request::promptTokens).sum();
    }

    public long newTokens() {
        return requests.stream().mapToLong(Request::newTokens).sum();
    }
}
