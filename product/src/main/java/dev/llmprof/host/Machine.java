package dev.llmprof.host;

import dev.llmprof.tool.EngineBuild;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What may be asked of a machine: this one, or one that a test made up.
public interface Machine {

    /// A program on the PATH.
    Optional<Path> program(String name);

    /// What a program printed; empty where it could not be run or said that it failed.
    Answer ask(List<String> argv);

    Optional<String> text(Path file);

    boolean isExecutable(Path file);

    /// A file and, where it or a folder above it is a link, each place the link leads to in turn.
    List<Path> links(Path file);

    NvidiaDriver driver();

    /// What the built-in engine says of its libtorch, if it starts.
    Optional<EngineBuild> engine();

    long freeBytes();

    boolean isRoot();

    /// A program's answer: whether it ended well, and what it printed.
    record Answer(boolean well, String output) {

        public String firstLine() {
            return output.lines()
                    .map(String::strip)
                    .filter(l -> !l.isEmpty())
                    .findFirst()
                    .orElse("");
        }
    }
}
