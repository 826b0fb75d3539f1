package dev.llmprof.tool;

import java.util.List;
import java.util.stream.Stream;

/// Command lines of what starts the ranks of a program; the program's words come behind.
public final class RankStarters {
    private RankStarters() {}

    /// The program may be any: a Python script has its interpreter in front.
    public static List<String> torchrun(List<String> arguments) {
        return Stream.of(List.of("torchrun"), arguments, List.of("--no-python"))
                .flatMap(List::stream)
                .toList();
    }

    public static List<String> srun(List<String> arguments) {
        return Stream.concat(Stream.of("srun"), arguments.stream()).toList();
    }
}
