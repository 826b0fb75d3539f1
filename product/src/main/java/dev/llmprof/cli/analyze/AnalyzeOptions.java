package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.ncu.NcuClasses;
import dev.llmprof.cli.GivenWords;
import dev.llmprof.cli.OptionWord;
import dev.llmprof.cli.PlainWords;
import dev.llmprof.cli.analyze.AnalyzeRequest.SqlAsked;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.ModelAsked;
import dev.llmprof.study.rank.RankShare;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// The options of `analyze`, and the request that they make.
public final class AnalyzeOptions {
    private static final OptionWord<Boolean> JSON =
            OptionWord.toggle("Print everything as JSON, and nothing else.", "--json");
    private static final OptionWord<Path> OUTPUT =
            OptionWord.of(
                    Path.class,
                    "DIR",
                    "Where tables and report go; tmp/analysis/<stamp> if not given.",
                    "-o",
                    "--output");
    private static final OptionWord<String> SQL =
            OptionWord.of(
                    String.class,
                    "QUERY",
                    "Print the answer to a query over the tables, in DuckDB's SQL, instead of the"
                            + " summary.",
                    "--sql");
    private static final OptionWord<Boolean> SQL_ALLOW_FILES =
            OptionWord.toggle(
                    "Let the query read and write other files than the tables.",
                    "--sql-allow-files");
    private static final OptionWord<Integer> TOP =
            OptionWord.of(
                    Integer.class,
                    "N",
                    "Rows to show of each table; as many as fit a screen if not given.",
                    "--top");
    private static final OptionWord<Double> CLASSIFY_MARGIN =
            OptionWord.of(
                    Double.class,
                    "POINTS",
                    "Kernels of ncu: how far apart compute and memory must be to name one ("
                            + NcuClasses.DEFAULT_MARGIN_POINTS
                            + ").",
                    "--classify-margin");
    private static final OptionWord<Path> KERNEL_DESCRIPTIONS =
            OptionWord.of(
                    Path.class,
                    "YAML",
                    "Kernels of ncu: what to call them; a list of raw_name, friendly_name and"
                            + " data_shape.tiled.",
                    "--kernel-desc");
    private static final OptionWord<String> MODEL =
            OptionWord.of(
                    String.class,
                    "MODEL",
                    "Compare measured times with this model's roofline: config.json, a folder"
                            + " with one, a GGUF"
                            + " file, or a preset.",
                    "--model");
    private static final OptionWord<String> GPU =
            OptionWord.of(
                    String.class,
                    "NAME",
                    "Compare operators and the model with this GPU's peaks, as in llmprof"
                            + " model; the"
                            + " capture's own if not given.",
                    "--gpu");
    private static final OptionWord<Integer> BATCH =
            OptionWord.of(
                    Integer.class,
                    "N",
                    "Sequences at once; read from the trace if not given.",
                    "--batch");
    private static final OptionWord<Integer> PROMPT =
            OptionWord.of(
                    Integer.class,
                    "N",
                    "Tokens of a prompt, or the KV length of a server's steps; read from the trace"
                            + " if not given.",
                    "--prompt");
    private static final OptionWord<Integer> NEW_TOKENS =
            OptionWord.of(
                    Integer.class,
                    "N",
                    "Tokens that were generated; read from the trace if not given.",
                    "--new-tokens");
    private static final OptionWord<Integer> TENSOR_PARALLEL =
            OptionWord.of(
                    Integer.class,
                    "N",
                    "GPUs that share each matrix; read from the shapes if not given.",
                    "--tp");

    private static final OptionWord<String> REDUCE =
            OptionWord.of(
                    String.class,
                    "I/N",
                    "Many ranks: reduce the I-th of N shares of the captures to a part in --output,"
                            + " for --merge.",
                    "--reduce");
    private static final OptionWord<Boolean> MERGE =
            OptionWord.toggle(
                    "Many ranks: what is named are parts, or a folder of them; compare all their"
                            + " ranks.",
                    "--merge");

    private static final OptionWord<String> LAUNCHER =
            OptionWord.of(
                    String.class,
                    "slurm",
                    "Many ranks: reduce and merge as jobs of Slurm, and wait for them.",
                    "--launcher");
    private static final OptionWord<Integer> SHARES =
            OptionWord.of(
                    Integer.class,
                    "N",
                    "With --launcher: how many jobs reduce; one for 16 captures if not given.",
                    "--shares");
    private static final OptionWord<Path> PERFETTO =
            OptionWord.of(
                    Path.class,
                    "FILE",
                    "Draw all captures on one clock for ui.perfetto.dev; FILE.gz is packed. Of a"
                            + " run's directory with its requests and conditions.",
                    "--perfetto");

    static final List<OptionWord<?>> ALL =
            List.of(
                    JSON,
                    OUTPUT,
                    SQL,
                    SQL_ALLOW_FILES,
                    TOP,
                    CLASSIFY_MARGIN,
                    KERNEL_DESCRIPTIONS,
                    MODEL,
                    GPU,
                    BATCH,
                    PROMPT,
                    NEW_TOKENS,
                    TENSOR_PARALLEL,
                    REDUCE,
                    MERGE,
                    LAUNCHER,
                    SHARES,
                    PERFETTO);

    private AnalyzeOptions() {}

    /// Words so plain that they need no command line library.
    public static Optional<GivenWords> plain(List<String> words) {
        return PlainWords.read(ALL, words).filter(given -> !given.parameters().isEmpty());
    }

    static AnalyzeRequest request(GivenWords given) {
        return new AnalyzeRequest(
                given.parameters().stream().map(Path::of).toList(),
                given.has(JSON),
                given.value(OUTPUT),
                given.value(SQL).map(query -> new SqlAsked(query, given.has(SQL_ALLOW_FILES))),
                given.value(TOP).map(OptionalInt::of).orElse(OptionalInt.empty()),
                given.value(CLASSIFY_MARGIN).orElse(NcuClasses.DEFAULT_MARGIN_POINTS),
                given.value(KERNEL_DESCRIPTIONS),
                given.value(GPU),
                model(given),
                ranks(given),
                given.value(PERFETTO));
    }

    private static Optional<RankStep> ranks(GivenWords given) {
        boolean cluster = given.has(LAUNCHER);
        refuse(given, cluster);
        if (cluster) {
            return Optional.of(
                    new RankStep.OnSlurm(
                            given.value(SHARES).map(OptionalInt::of).orElse(OptionalInt.empty())));
        }
        return given.has(MERGE)
                ? Optional.of(new RankStep.Merge())
                : given.value(REDUCE).map(word -> new RankStep.Reduce(RankShare.of(word)));
    }

    /// What of these does not go together.
    private static void refuse(GivenWords given, boolean cluster) {
        if (cluster && !given.value(LAUNCHER).orElse("").equals("slurm")) {
            throw new Problem(
                            "no launcher is called '" + given.value(LAUNCHER).orElse("") + "'",
                            "--launcher",
                            "--launcher slurm; without it the captures are read on all cores here")
                    .found();
        }
        if (given.has(SHARES) && (!cluster || given.value(SHARES).orElse(0) < 1)) {
            throw new Problem(
                            cluster ? "there is at least one share" : "shares are for a launcher",
                            "--shares " + given.value(SHARES).orElse(0),
                            "--launcher slurm --shares 4; by hand it is --reduce 1/4 and so on")
                    .found();
        }
        if (Stream.of(cluster, given.has(REDUCE), given.has(MERGE)).filter(each -> each).count()
                > 1) {
            throw new Problem(
                            "--reduce and --merge are two steps, and --launcher does both",
                            "the command line",
                            "reduce each share first, then merge the parts; or --launcher alone")
                    .found();
        }
    }

    private static Optional<ModelAsked> model(GivenWords given) {
        boolean described =
                Stream.of(BATCH, PROMPT, NEW_TOKENS, TENSOR_PARALLEL)
                        .anyMatch(option -> given.value(option).orElse(0) != 0);
        if (!given.has(MODEL) && described) {
            throw new Problem(
                            "--batch, --prompt, --new-tokens and --tp need a model",
                            "the command line",
                            "add --model CONFIG, or leave --batch, --prompt, --new-tokens and --tp"
                                    + " out")
                    .found();
        }
        return given.value(MODEL)
                .map(word ->
                        new ModelAsked(
                                word,
                                given.value(GPU),
                                number(given, BATCH),
                                number(given, PROMPT),
                                number(given, NEW_TOKENS),
                                number(given, TENSOR_PARALLEL)));
    }

    /// None is given as 0, too.
    private static OptionalInt number(GivenWords given, OptionWord<Integer> option) {
        int value = given.value(option).orElse(0);
        if (value < 0) {
            String name = option.names().getFirst();
            throw new Problem("these numbers must be at least 0", name + " " + value, name + " 1")
                    .found();
        }
        return value == 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
