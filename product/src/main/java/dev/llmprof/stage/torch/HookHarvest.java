package dev.llmprof.stage.torch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.TraceSecrets;
import dev.llmprof.stage.workload.HookSummary;
import dev.llmprof.stage.workload.PythonHook;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the hook left: a trace and a summary for each process it saw.
final class HookHarvest {
    private HookHarvest() {}

    /// Moves the traces into the stage's directory: `trace.json.gz`, or one with its rank or number
    /// when there are several.
    static void collect(Path scratch, Path directory) {
        List<HookSummary> traced =
                HookSummary.in(scratch).stream().filter(each -> !each.traces().isEmpty()).toList();
        boolean several = traced.stream().mapToInt(each -> each.traces().size()).sum() > 1;
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < traced.size(); i++) {
            HookSummary each = traced.get(i);
            String rank = each.rank().map(own -> "rank" + own).orElse(String.valueOf(i));
            // A rank's own processes carry its number too.
            String number = taken.add(rank) ? rank : rank + "-process" + i;
            List<Path> traces = each.traces();
            for (int window = 0; window < traces.size(); window++) {
                String which = number + (traces.size() == 1 ? "" : "-" + window);
                String name = several ? "trace." + which + ".json.gz" : "trace.json.gz";
                TraceSecrets.strike(traces.get(window));
                StageFiles.rename(traces.get(window), directory.resolve(name));
            }
        }
    }

    /// Processes that had PyTorch and did not get to say what became of it.
    private static List<Problem> silent(Path scratch) {
        Path traces = PythonHook.traces(scratch);
        if (!Files.isDirectory(traces)) {
            return List.of();
        }
        return StageFiles.ending(traces, PythonHook.LIVE).stream()
                .map(file -> file.getFileName().toString().replace(PythonHook.LIVE, ""))
                .filter(pid -> !Files.exists(traces.resolve(pid + ".json")))
                .map(pid ->
                        new Problem(
                                "process " + pid + " ran PyTorch and left nothing: it was killed",
                                traces.toString(),
                                "end it with INT or TERM, and give it time to write its trace"))
                .toList();
    }

    /// What kept a process from being traced.
    static List<Problem> notes(Path scratch) {
        List<Problem> problems = new ArrayList<>(silent(scratch));
        for (HookSummary each : HookSummary.in(scratch)) {
            for (JsonNode note : each.json().path("notes")) {
                String text = note.asText();
                if (text.contains("profiles itself")) {
                    problems.add(
                            new Problem(
                                    text,
                                    each.file().toString(),
                                    "take its own profiler out, or"
                                            + " pipeline.torch_profiler.enable=false and"
                                            + " `llmprof analyze` its trace"));
                } else if (text.contains("could not") || text.contains("failed")) {
                    problems.add(new Problem(text, each.file().toString(), ""));
                }
            }
        }
        return problems;
    }
}
