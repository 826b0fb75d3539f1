package dev.llmprof.cli.analyze;

import dev.llmprof.study.ModelAsked;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What is to be analysed, and what to make of it.
record AnalyzeRequest(
        List<Path> paths,
        boolean json,
        Optional<Path> output,
        Optional<SqlAsked> sql,
        OptionalInt top,
        double classifyMargin,
        Optional<Path> kernelDescriptions,
        Optional<String> gpu,
        Optional<ModelAsked> model,
        Optional<RankStep> ranks,
        Optional<Path> perfetto) {
    /// A query over the tables; it may read and write other files too where that is allowed.
    record SqlAsked(String query, boolean allowsFiles) {}

    AnalyzeRequest {
        paths = List.copyOf(paths);
    }

    /// Files are written unless only an answer on standard output is asked for.
    boolean writesFiles() {
        return output.isPresent() || (!json && sql.isEmpty());
    }
}
