package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.ncu.NcuClasses;
import dev.llmprof.study.ModelAsked;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /// The words that make the same report again: without those that say where it goes, and what
    /// else is shown or written.
    List<String> words() {
        List<String> words = new ArrayList<>(List.of("analyze"));
        paths.forEach(path -> words.add(path.toString()));
        model.ifPresent(asked -> {
            words.addAll(List.of("--model", asked.model()));
            number(words, "--batch", asked.batch());
            number(words, "--prompt", asked.promptTokens());
            number(words, "--new-tokens", asked.newTokens());
            number(words, "--tp", asked.tensorParallel());
        });
        gpu.ifPresent(name -> words.addAll(List.of("--gpu", name)));
        if (classifyMargin != NcuClasses.DEFAULT_MARGIN_POINTS) {
            words.addAll(List.of("--classify-margin", Double.toString(classifyMargin)));
        }
        kernelDescriptions.ifPresent(
                file -> words.addAll(List.of("--kernel-desc", file.toString())));
        return words;
    }

    private static void number(List<String> words, String option, OptionalInt value) {
        value.ifPresent(number -> words.addAll(List.of(option, Integer.toString(number))));
    }

    /// Files are written unless only an answer on standard output is asked for.
    boolean writesFiles() {
        return output.isPresent() || (!json && sql.isEmpty());
    }
}
