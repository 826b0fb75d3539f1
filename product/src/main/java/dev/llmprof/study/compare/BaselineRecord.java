package dev.llmprof.study.compare;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.compare.fact.FactKind;
import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.format.JsonOut;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `baseline.json`: what the runs of a baseline said of themselves, by what their captures are
/// known again, and how many trees lie beside it. Names of machines and paths stay out: it is
/// committed.
record BaselineRecord(SideFacts facts, List<String> remarks, List<CaptureSum> captures, int trees) {
    static final int VERSION = 1;

    /// Of no weight in any answer.
    private static final Set<FactKind> PRIVATE = Set.of(FactKind.HOST, FactKind.FILE);

    BaselineRecord {
        remarks = List.copyOf(remarks);
        captures = List.copyOf(captures);
    }

    String text() {
        var text = new StringWriter();
        try (var out = new JsonOut(text)) {
            out.object(() -> {
                out.put("version", VERSION);
                out.object(
                        "facts",
                        () ->
                                facts.values()
                                        .forEach((kind, value) -> {
                                            if (!PRIVATE.contains(kind)) {
                                                out.put(kind.word(), value);
                                            }
                                        }));
                out.texts("remarks", remarks);
                out.rows(
                        "captures",
                        captures,
                        capture -> {
                            out.put("bytes", capture.bytes());
                            out.put("sha256", capture.sha256());
                        });
                out.put("trees", trees);
            });
        }
        return text + "\n";
    }

    /// `fix` is what to do about one that is damaged or of a later version.
    static BaselineRecord read(Path file, String fix) {
        JsonNode json = GivenFile.json(file, fix);
        int version = json.path("version").asInt(0);
        if (version != VERSION) {
            throw new Problem(
                            version > VERSION
                                    ? "this baseline is of a later llmprof: version " + version
                                    : "not a version of a baseline",
                            file.toString(),
                            fix)
                    .found();
        }
        Map<FactKind, String> facts = new EnumMap<>(FactKind.class);
        for (FactKind kind : FactKind.values()) {
            facts.put(kind, json.path("facts").path(kind.word()).asText(""));
        }
        List<String> remarks = new ArrayList<>();
        json.path("remarks").forEach(remark -> remarks.add(remark.asText("")));
        List<CaptureSum> captures = new ArrayList<>();
        json.path("captures")
                .forEach(each ->
                        captures.add(
                                new CaptureSum(
                                        each.path("bytes").asLong(-1),
                                        each.path("sha256").asText(""))));
        return new BaselineRecord(
                new SideFacts(facts), remarks, captures, json.path("trees").asInt(0));
    }
}
