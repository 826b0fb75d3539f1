package dev.llmprof.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.problem.Problem;
import dev.llmprof.served.RequestLogReader;
import dev.llmprof.served.ServedLoad;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// How much a stage did, from what it left: `3 pages, 96 tokens`.
final class StageFacts {
    private StageFacts() {}

    static Optional<String> of(List<Artifact> artifacts) {
        long traces = artifacts.stream().filter(each -> each.kind().equals("torch.trace")).count();
        Optional<String> facts = artifacts.stream().flatMap(each -> of(each).stream()).findFirst();
        return traces > 1
                ? Optional.of(many(traces, "trace") + facts.map(said -> "; " + said).orElse(""))
                : facts;
    }

    private static Optional<String> of(Artifact artifact) {
        try {
            return switch (artifact.kind()) {
                case "static.result" ->
                        counted(new JsonMapper().readTree(artifact.path().toFile()));
                case "nsys.captures" ->
                        covered(new JsonMapper().readTree(artifact.path().toFile()));
                case "ncu.choice" ->
                        Optional.of(
                                new JsonMapper()
                                        .readTree(artifact.path().toFile())
                                        .path("words")
                                        .asText());
                case "load.requests" -> loaded(RequestLogReader.read(artifact.path()));
                case "workload.results" -> served(WorkloadResults.read(artifact.path()));
                default -> Optional.empty();
            };
        } catch (IOException | Problem.Found _) {
            // Whoever needs the file says that it is broken; the line is only shorter.
            return Optional.empty();
        }
    }

    private static Optional<String> counted(JsonNode analysis) {
        long operators =
                analysis.path("operators")
                        .valueStream()
                        .map(operator -> operator.path("name").asText())
                        .distinct()
                        .count();
        int phases = analysis.path("phases").size();
        return phases == 0
                ? Optional.empty()
                : Optional.of(many(operators, "operator") + ", " + many(phases, "phase"));
    }

    private static Optional<String> covered(JsonNode captures) {
        return captures.size() == 1
                ? Optional.of(captures.path(0).path("covers").asText())
                : Optional.of(many(captures.size(), "capture"));
    }

    private static Optional<String> loaded(ServedLoad load) {
        long failed = load.requests().stream().filter(ServedRequest::failed).count();
        long counted = load.requests().stream().filter(ServedRequest::counts).count();
        return Optional.of(
                many(counted, "request") + (failed == 0 ? "" : ", " + failed + " failed"));
    }

    private static Optional<String> served(WorkloadResults results) {
        long tokens = results.items().stream().mapToLong(WorkloadResults.Item::newTokens).sum();
        String what = results.images().isEmpty() ? "request" : "page";
        List<String> facts = new ArrayList<>();
        if (!results.items().isEmpty()) {
            facts.add(many(results.items().size(), what) + ", " + many(tokens, "token"));
        }
        recorded(results).ifPresent(facts::add);
        said(results, "no bounds").findFirst().ifPresent(facts::add);
        return facts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", facts));
    }

    /// Processes that recorded the same say it once.
    private static Optional<String> recorded(WorkloadResults results) {
        List<String> each = said(results, "recorded").toList();
        return each.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        each.getFirst()
                                + (each.size() == 1 ? "" : " (other processes: other parts)"));
    }

    /// Which part of it is in the trace, or what is missing, in the words of whoever recorded it.
    private static Stream<String> said(WorkloadResults results, String begin) {
        return results.notes().stream().filter(note -> note.startsWith(begin));
    }

    private static String many(long count, String one) {
        return String.format(Locale.ROOT, "%,d %s%s", count, one, count == 1 ? "" : "s");
    }
}
