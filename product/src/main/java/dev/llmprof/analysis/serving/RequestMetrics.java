package dev.llmprof.analysis.serving;

import dev.llmprof.served.ServedLoad;
import dev.llmprof.served.ServedRequest;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/// The numbers of one load. Latencies are of the requests that were answered whole; failed ones are
/// counted and told by why.
public record RequestMetrics(
        ServedLoad load,
        long count,
        SortedMap<String, Long> failures,
        Optional<Latency> firstToken,
        Optional<Latency> tokenGap,
        Optional<Latency> perToken,
        Optional<Latency> endToEnd,
        LoadRates rates,
        Optional<LoadRates> steady,
        InFlight inFlight,
        long latestSendNanos) {

    /// A steady part shorter than this share of the load is none.
    private static final double LEAST_STEADY = 0.2;

    public static RequestMetrics of(ServedLoad load) {
        List<ServedRequest> counted =
                load.requests().stream().filter(ServedRequest::counts).toList();
        List<ServedRequest> answered = counted.stream().filter(ServedRequest::answered).toList();
        long start = counted.stream().mapToLong(ServedRequest::dueNanos).min().orElse(0);
        long end = counted.stream().mapToLong(ServedRequest::endNanos).max().orElse(0);
        return new RequestMetrics(
                load,
                counted.size(),
                load.failures(),
                latency(answered, ServedRequest::firstTokenNanos),
                Latency.of(answered.stream().flatMapToLong(RequestMetrics::gaps).toArray()),
                Latency.of(
                        answered.stream()
                                .flatMapToLong(each -> each.perTokenNanos().stream())
                                .toArray()),
                latency(answered, ServedRequest::endToEndNanos),
                LoadRates.between(start, end, answered, load.facts().goals()),
                steady(load, answered, end - start),
                InFlight.of(counted, start, end),
                counted.stream().mapToLong(r -> r.sentNanos() - r.dueNanos()).max().orElse(0));
    }

    public long errors() {
        return failures.values().stream().mapToLong(each -> each).sum();
    }

    public long answered() {
        return count - errors();
    }

    /// Whether the server counted the tokens; else pieces of text were.
    public boolean countedByServer() {
        return load.requests().stream()
                .filter(ServedRequest::answered)
                .allMatch(ServedRequest::countedByServer);
    }

    private static Optional<Latency> latency(
            List<ServedRequest> answered, ToLongFunction<ServedRequest> value) {
        return Latency.of(answered.stream().mapToLong(value).toArray());
    }

    private static LongStream gaps(ServedRequest request) {
        return LongStream.range(1, request.tokenNanos().size())
                .map(at ->
                        request.tokenNanos().get((int) at)
                                - request.tokenNanos().get((int) at - 1));
    }

    /// From the first answer's end, when streams have filled, to when the last request was sent,
    /// when they begin to drain.
    private static Optional<LoadRates> steady(
            ServedLoad load, List<ServedRequest> answered, long wholeNanos) {
        long from = answered.stream().mapToLong(ServedRequest::endNanos).min().orElse(0);
        long to = answered.stream().mapToLong(ServedRequest::sentNanos).max().orElse(0);
        return to - from < LEAST_STEADY * wholeNanos || to <= from
                ? Optional.empty()
                : Optional.of(LoadRates.between(from, to, answered, load.facts().goals()));
    }
}
