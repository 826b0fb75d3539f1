package dev.llmprof.stage.server;

import dev.llmprof.load.Target;
import dev.llmprof.problem.Problem;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.ServedLoad;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.workload.Workload;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// What can be wrong with a server, in words.
record ServerProblems(Workload.Server server) {
    private static final int MOST_REASONS = 3;

    /// `why` is what was last seen of it; `started` by us.
    Problem notReady(String why, boolean started) {
        String ports =
                Elsewhere.listening().stream()
                        .map(each -> String.valueOf(each.getPort()))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return new Problem(
                "the server was not ready within "
                        + EndedWords.of(server.ready().limit())
                        + ": "
                        + why
                        + (started && !ports.isEmpty() ? "; it listens on port " + ports : ""),
                health(),
                started
                        ? "raise workload.ready_timeout, or workload.url=URL where it listens"
                                + " elsewhere"
                        : "raise workload.ready_timeout, or workload.url=URL where it is");
    }

    /// Nothing is where a server should run already.
    Problem absent(String why) {
        return new Problem(
                "there is no server: " + why,
                server.url().toString(),
                "workload.url=URL where it is; start it first, or … -- program argument… to have"
                        + " llmprof start it; workload.ready_timeout=10m waits for it");
    }

    Problem elsewhere(URI other) {
        return new Problem(
                "the server answers at " + other + ", not at " + server.url(),
                "workload.url",
                "workload.url=" + other);
    }

    Problem moved(String where) {
        return new Problem(
                "the server sends whoever asks to " + where, health(), "workload.url=" + where);
    }

    Problem untrusted(String why) {
        return new Problem(
                "the server's certificate is not trusted: "
                        + (why.contains("PKIX") ? "nobody whom Java knows signed it" : why),
                server.url().toString(),
                "http:// where it speaks that, or have Java trust it:"
                        + " JDK_JAVA_OPTIONS=-Djavax.net.ssl.trustStore=FILE.p12");
    }

    private String health() {
        return Target.below(server.url(), "/health").toString();
    }

    Problem nameless() {
        return new Problem(
                "the server does not say which model it has",
                Target.below(server.url(), ServerPages.MODELS).toString(),
                "workload.model=NAME");
    }

    Problem keyless() {
        return new Problem(
                server.key().isPresent()
                        ? "the server does not take the API key it was given"
                        : "the server wants an API key",
                Target.below(server.url(), ServerPages.MODELS).toString(),
                "workload.api_key_name=VARIABLE, the environment variable that holds the key");
    }

    Problem gaveUp(String why) {
        return new Problem(
                "the load was given up: " + why,
                server.url().toString(),
                "what was measured is kept; see the server's log, or raise load.timeout");
    }

    /// None of them was answered.
    Optional<Problem> allFailed(List<ServedRequest> warm) {
        Optional<RequestFailure> first =
                warm.stream().flatMap(each -> each.failure().stream()).findFirst();
        if (first.isEmpty() || warm.stream().anyMatch(ServedRequest::answered)) {
            return Optional.empty();
        }
        return Optional.of(
                new Problem(
                        "the server answered none of "
                                + warm.size()
                                + " requests to warm up: "
                                + first.get().text(),
                        Target.below(server.url(), server.api().path()).toString(),
                        fix(first.get().text())));
    }

    /// Its load measured nothing.
    Optional<Problem> unmeasured(ServedLoad load) {
        SortedMap<String, Long> failures = load.failures();
        if (load.answered() || (failures.isEmpty() && load.cutShort().isPresent())) {
            return Optional.empty();
        }
        if (failures.isEmpty()) {
            return Optional.of(
                    new Problem(
                            "no request was due before the load was over",
                            "load.duration",
                            "a longer load.duration, or a higher load.rate"));
        }
        long all = failures.values().stream().mapToLong(each -> each).sum();
        List<Map.Entry<String, Long>> often =
                failures.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(MOST_REASONS)
                        .toList();
        long rest = all - often.stream().mapToLong(Map.Entry::getValue).sum();
        return Optional.of(
                new Problem(
                        "none of "
                                + all
                                + " requests was answered: "
                                + often.stream()
                                        .map(each -> each.getValue() + " × " + each.getKey())
                                        .collect(Collectors.joining(", "))
                                + (rest == 0 ? "" : ", " + rest + " for other reasons"),
                        Target.below(server.url(), server.api().path()).toString(),
                        fix(often.getFirst().getKey())));
    }

    private String fix(String text) {
        if (text.startsWith("status 401") || text.startsWith("status 403")) {
            return keyless().fix();
        }
        if (text.startsWith("status 404") && server.api() == Target.Api.CHAT) {
            return "workload.api=completions   or   workload.model=NAME";
        }
        if (text.startsWith("status 429")) {
            return "fewer at once: load.concurrency=1, or load.rate=N";
        }
        return "see the server's log";
    }
}
