package dev.llmprof.run;

import dev.llmprof.analysis.plan.NcuPlan;
import dev.llmprof.process.Command;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.ShellQuote;
import java.util.List;
import java.util.stream.Collectors;

/// The command lines of a plan for ncu, one for each run of the program.
public final class PlannedReplay {
    private static final List<String> UNKNOWN = List.of("PROGRAM", "ARGUMENTS…");

    private PlannedReplay() {}

    /// `program` may be empty: its place is then marked.
    public static List<List<String>> commands(NcuPlan plan, List<String> program) {
        Command workload = Command.of(program.isEmpty() ? UNKNOWN : program);
        return plan.runs().stream()
                .map(run ->
                        Ncu.launch(
                                        run.functions(),
                                        run.invocation(),
                                        Ncu.PLANNED_SECTIONS,
                                        workload)
                                .argv())
                .toList();
    }

    public static String line(List<String> argv) {
        return argv.stream().map(ShellQuote::word).collect(Collectors.joining(" "));
    }
}
