package dev.llmprof.tool;

import java.nio.file.Path;

/// Where nsys and ncu write a report: in its name `%p` and its like have a meaning of their own.
final class OutputName {

    private OutputName() {}

    static String of(Path output) {
        return output.toString().replace("%", "%%");
    }
}
