package dev.llmprof.analysis.workload;

import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.breakdown.Spreads;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/// What a workload measured by its own clock in one process, request by request. Its numbers are of
/// the warm requests of one source; the cold one stands apart.
public record Timings(List<Request> requests) {
    public Timings {
        requests = List.copyOf(requests);
    }

    /// What was at work besides the request.
    public enum State {
        /// The first of its process: memory and kernels are still being made.
        COLD,
        BARE,
        /// PyTorch's profiler recorded.
        PROFILED,
        /// Both the first and recorded.
        COLD_PROFILED;

        public boolean cold() {
            return this == COLD || this == COLD_PROFILED;
        }

        /// Whose clock it was.
        public String source() {
            return this == PROFILED || this == COLD_PROFILED ? TimeBasis.TORCH : TimeBasis.BARE;
        }
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
            long sequences,
            State state) {
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

        /// Those of all sequences in the decode loop, by its time.
        public double tokensPerSecond() {
            return decoded() ? decodedTokens() * 1e9 / decodeNanos : 0;
        }

        private boolean decoded() {
            return decodedTokens() > 0 && decodeNanos > 0;
        }

        private boolean asks(Request other) {
            return promptTokens == other.promptTokens && sequences == other.sequences;
        }

        private boolean sized(Request other) {
            return asks(other) && newTokens == other.newTokens;
        }
    }

    /// A request that stands for those of its size: the times are their medians.
    public record Typical(Request like, Request median, TimeBasis basis) {}

    /// The warm ones without a profiler where there are any, else those under it, else the cold.
    public List<Request> counted() {
        for (State state : List.of(State.BARE, State.PROFILED, State.COLD)) {
            List<Request> some = requests.stream().filter(r -> r.state == state).toList();
            if (!some.isEmpty()) {
                return some;
            }
        }
        return requests;
    }

    /// Of all that count.
    public TimeBasis basis() {
        return basis(counted());
    }

    /// Warm, with no profiler at work.
    public long bareRequests() {
        return requests.stream().filter(request -> request.state == State.BARE).count();
    }

    /// Whether a profiler recorded some of them.
    public boolean recorded() {
        return requests.stream().anyMatch(each -> each.state.source().equals(TimeBasis.TORCH));
    }

    public Optional<Request> cold() {
        return requests.stream().filter(request -> request.state.cold()).findFirst();
    }

    /// The time to the first token: prefill with the vision in it.
    public Spread firstToken() {
        return spread(counted(), Request::prefillNanos);
    }

    /// What each sequence waits for its next token: a step makes one for every sequence at once.
    /// Empty where prefill made the only one.
    public Optional<Spread> perOutputToken() {
        return decoding(request -> Math.round(request.decodeNanos / request.decodeSteps()));
    }

    /// Tokens of all sequences in the decode loop, by its time.
    public Optional<Double> tokensPerSecond() {
        return decoding(request -> request.decodeNanos * 1000 / request.decodedTokens())
                .map(picos -> 1e12 / picos.medianNanos());
    }

    public long newTokens() {
        return counted().stream().mapToLong(Request::newTokens).sum();
    }

    /// Of the size of the one that was recorded, where others of that size count.
    public Optional<Typical> typical() {
        List<Request> counted = counted();
        return anchor(counted)
                .map(like -> {
                    List<Request> alike = counted.stream().filter(like::sized).toList();
                    return new Typical(like, median(like, alike), basis(alike));
                });
    }

    /// Its times are medians.
    public Optional<Request> representative() {
        return typical().map(Typical::median);
    }

    private Optional<Request> anchor(List<Request> counted) {
        Optional<Request> recorded =
                requests.stream()
                        .filter(request -> request.state.source().equals(TimeBasis.TORCH))
                        .findFirst()
                        .or(() -> counted.stream().findFirst());
        return recorded.flatMap(one ->
                first(counted, one::sized)
                        .or(() -> first(counted, one::asks))
                        .or(() -> middle(counted)));
    }

    private static Optional<Request> first(List<Request> some, Predicate<Request> wanted) {
        return some.stream().filter(wanted).findFirst();
    }

    private static Optional<Request> middle(List<Request> some) {
        return some.stream()
                .sorted(Comparator.comparingLong(each -> each.prefillNanos + each.decodeNanos))
                .skip((some.size() - 1) / 2)
                .findFirst();
    }

    private static Request median(Request like, List<Request> alike) {
        Map<String, Long> stages = new HashMap<>();
        like.visionStageNanos
                .keySet()
                .forEach(stage ->
                        stages.put(
                                stage,
                                median(
                                        alike,
                                        each -> each.visionStageNanos.getOrDefault(stage, 0L))));
        return new Request(
                like.input,
                median(alike, Request::prefillNanos),
                median(alike, Request::visionNanos),
                stages,
                median(alike, Request::decodeNanos),
                like.promptTokens,
                like.newTokens,
                like.sequences,
                like.state);
    }

    private static long median(List<Request> some, ToLongFunction<Request> value) {
        return Math.round(spread(some, value).medianNanos());
    }

    private static Spread spread(List<Request> some, ToLongFunction<Request> value) {
        return Spreads.of(some.stream().mapToLong(value).toArray());
    }

    private Optional<Spread> decoding(ToLongFunction<Request> value) {
        List<Request> some = counted().stream().filter(Request::decoded).toList();
        return some.isEmpty() ? Optional.empty() : Optional.of(spread(some, value));
    }

    private static TimeBasis basis(List<Request> some) {
        State state = some.isEmpty() ? State.BARE : some.getFirst().state;
        return TimeBasis.median(
                state.source(), some.size(), state.cold() ? "cold request" : "warm request");
    }
}
