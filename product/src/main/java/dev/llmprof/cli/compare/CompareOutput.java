package dev.llmprof.cli.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.console.Console;
import dev.llmprof.report.compare.CompareJson;
import dev.llmprof.report.compare.CompareMarkdown;
import dev.llmprof.report.compare.CompareScreen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `compare` and `gate` share: which differences are allowed, and how the answer is shown.
final class CompareOutput {
    private static final int COLUMNS = 80;

    @Option(
            names = "--allow",
            paramLabel = "FACT",
            split = ",",
            description =
                    "Compare although it differs, without a verdict: gpu, model, format,"
                            + " parallelism, phases, request, tool.")
    private List<String> allowed = new ArrayList<>();

    @Option(
            names = "--comment",
            paramLabel = "FILE",
            description = "Write Markdown for a pull request.")
    private @Nullable Path comment;

    @Option(names = "--json", description = "Print JSON, by docs/schema/compare.schema.json.")
    private boolean json;

    Set<String> allowed() {
        return AllowedFacts.of(allowed);
    }

    void show(Comparison comparison, int exit, Console console) throws IOException {
        if (comment != null) {
            CompareParts.write(comment, CompareMarkdown.of(comparison));
        }
        console.out()
                .print(
                        json
                                ? CompareJson.of(comparison, exit)
                                : CompareScreen.of(comparison, COLUMNS) + "\n");
    }
}
