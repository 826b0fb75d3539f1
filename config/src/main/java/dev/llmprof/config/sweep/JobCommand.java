package dev.llmprof.config.sweep;

import java.nio.file.Path;
import java.util.List;

/// A job as a launcher sees it: `argv` runs it in a process of its own, started where the sweep
/// was, and leaves its files in `directory`, which need not be there yet. `overrides` are its
/// title.
public record JobCommand(int number, List<String> overrides, List<String> argv, Path directory) {

    public JobCommand {
        overrides = List.copyOf(overrides);
        argv = List.copyOf(argv);
    }
}
