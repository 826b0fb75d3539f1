package dev.llmprof.stage.server;

import dev.llmprof.load.Target;
import dev.llmprof.problem.Problem;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.workload.Workload;
import java.util.List;
import java.util.Optional;

/// What can be wrong with a server, in words.
record ServerProblems(Workload.Server server) {

    Problem notReady() {
        return new Problem(
                "the server was not ready within " + EndedWords.of(server.readyTimeout()),
                Target.below(server.url(), "/health").toString(),
                server.attached()
                        ? "is it there? workload.url says where"
                        : "raise workload.ready_timeout, or workload.url=URL where it listens"
                                + " elsewhere");
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

    private String fix(String text) {
        if (text.startsWith("status 401") || text.startsWith("status 403")) {
            return keyless().fix();
        }
        if (text.startsWith("status 404") && server.api() == Target.Api.CHAT) {
            return "workload.api=completions   or   workload.model=NAME";
        }
        return "see the server's log; load.warmup=0 loads it anyway";
    }
}
