package dev.llmprof.stage.workload;

import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.process.Command;
import dev.llmprof.shipped.ShippedText;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.tool.RankStarters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How the ranks of a program are started, and which of them are profiled: `all`, `first_per_node`,
/// or numbers as `0,8-15`. `arguments` are those of torchrun or srun. A script of ours stands
/// between them and the program: it knows its rank, and notes host, GPU and clocks.
public record RankLaunch(Kind kind, String ranks, List<String> arguments) {
    /// The program starts its ranks itself, if it has any.
    public static final RankLaunch NONE = new RankLaunch(Kind.NONE, "all", List.of());

    /// Behind the name of a report; nsys puts the rank's number in.
    public static final String OUTPUT = ".rank%q{LLMPROF_RANK}";

    private static final String SCRIPT = "rank.sh";

    public RankLaunch {
        arguments = List.copyOf(arguments);
    }

    /// Who starts them.
    public enum Kind {
        NONE,
        TORCHRUN,
        SRUN
    }

    public boolean startsRanks() {
        return kind != Kind.NONE;
    }

    /// The first `profiler` words of the command are left out where a rank is not chosen.
    Command around(Command command, int profiler, Path scratch) {
        if (!startsRanks()) {
            return command;
        }
        var wrapper =
                new ArrayList<>(
                        kind == Kind.SRUN
                                ? RankStarters.srun(arguments)
                                : RankStarters.torchrun(arguments));
        wrapper.add("/bin/bash");
        wrapper.add(script(scratch).toString());
        wrapper.add(facts(scratch).toString());
        wrapper.add(ranks);
        wrapper.add(String.valueOf(profiler));
        return command.under(wrapper);
    }

    void prepare(Path scratch) {
        if (startsRanks()) {
            StageFiles.directory(facts(scratch));
            AtomicFile.write(script(scratch), text());
        }
    }

    /// Where the script leaves what it knows, a file a rank.
    static Path facts(Path scratch) {
        return scratch.resolve("ranks").toAbsolutePath();
    }

    private static Path script(Path scratch) {
        return scratch.resolve(SCRIPT).toAbsolutePath();
    }

    private static String text() {
        return ShippedText.of(RankLaunch.class, SCRIPT);
    }
}
