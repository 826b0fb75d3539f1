package dev.llmprof.cli.analyze;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.ExitCode;
import dev.llmprof.cli.Version;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.Block;
import dev.llmprof.report.Cell;
import dev.llmprof.report.Terminal;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Reads captures of any supported kind and says where the time went.
@Command(
        name = "analyze",
        header = "Analyse captures: PyTorch traces, nsys and ncu reports, in any mix.",
        description = {
            "Reads every capture given, or found in a folder given, whatever its kind, and shows where",
            "the time went. Tables and the report are written to --output; a folder with one trace for",
            "each rank is one analysis. The kind of a file is told by its content."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof analyze trace.json.gz",
            "  llmprof analyze run.sqlite kernels.ncu-rep trace.json.gz --output out",
            "  llmprof analyze trace.json --json | jq .traces[0].busy_ns",
            "  llmprof analyze trace.json --sql 'select name, sum(duration_ns) t from kernels group by 1 order by 2 desc limit 5'",
            "  zcat trace.json.gz | llmprof analyze -"
        })
public final class AnalyzeCommand implements Callable<Integer> {
    private static final int WIDTH = 120;

    private final Console console;
    private final Supplier<String> stamp;
    private final Reporting reporting;
    private final NsysExport nsys;

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "1..*",
            description =
                    "Captures, or folders with captures; - reads a PyTorch trace from standard input.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--json", description = "Print everything as JSON, and nothing else.")
    private boolean json;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where tables and report go; tmp/analysis/<stamp> if not given.")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--sql",
            paramLabel = "QUERY",
            description =
                    "Print the answer to a query over the tables, in DuckDB's SQL, instead of the summary.")
    private Optional<String> sql = Optional.empty();

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Rows to show of each table (${DEFAULT-VALUE}).")
    private int top = 10;

    public AnalyzeCommand(
            Console console, Supplier<String> stamp, Reporting reporting, NsysExport nsys) {
        this.console = console;
        this.stamp = stamp;
        this.reporting = reporting;
        this.nsys = nsys;
    }

    @Override
    public Integer call() throws IOException {
        List<Input> inputs = Inputs.of(paths);
        Analyzer analyzer = new Analyzer(console, nsys);
        boolean files = output.isPresent() || (!json && sql.isEmpty());
        if (!files && sql.isEmpty()) {
            for (Input input : inputs) {
                analyzer.read(input, (_, _) -> {});
            }
            return shown(analyzer.result());
        }
        Path directory =
                output.orElseGet(() -> OutputFiles.free(Path.of("tmp", "analysis", stamp.get())));
        try (OutputFiles target = files ? OutputFiles.at(directory) : OutputFiles.temporary()) {
            for (Input input : inputs) {
                analyzer.read(input, target.alsoFor(reporting));
            }
            Analysed all = analyzer.result();
            target.tables(all);
            if (sql.isPresent()) {
                return answered(target, sql.get(), all);
            }
            int exit = shown(all);
            List<Path> documents = reporting.write(directory, all);
            documents.forEach(document -> console.say("report  " + document));
            console.say("tables  " + directory);
            return exit;
        }
    }

    private int shown(Analysed all) throws IOException {
        all.problems().forEach(console::warn);
        if (json) {
            Writer out = new OutputStreamWriter(console.out(), StandardCharsets.UTF_8);
            AnalysedJson.write(all, Version.current().number(), out);
            out.write('\n');
            out.flush();
        } else {
            console.out().println(Terminal.text(blocks(all), WIDTH));
        }
        return exit(all);
    }

    private List<Block> blocks(Analysed all) {
        List<Block> blocks = new ArrayList<>();
        for (var trace : all.traces()) {
            var graph = Optional.ofNullable(all.graphs().get(trace.source()));
            blocks.addAll(Screen.of(trace, graph, top));
            blocks.add(new Block.Paragraph(""));
        }
        all.summaries()
                .forEach((source, table) -> blocks.addAll(SummaryScreen.of(source, table, top)));
        all.profiles()
                .forEach((source, profile) -> blocks.addAll(NcuScreen.of(source, profile, top)));
        all.ranks().ifPresent(ranks -> blocks.addAll(RankScreen.of(ranks, top)));
        return blocks;
    }

    private int answered(OutputFiles target, String query, Analysed all) throws IOException {
        all.problems().forEach(console::warn);
        Database.Answer answer = target.ask(query);
        if (json) {
            Writer out = new OutputStreamWriter(console.out(), StandardCharsets.UTF_8);
            answer.writeJson(out);
            out.write('\n');
            out.flush();
        } else {
            List<List<Cell>> rows =
                    answer.rows().stream()
                            .map(row -> row.stream().map(Cell::name).toList())
                            .toList();
            List<Block.Column> columns =
                    answer.columns().stream().map(Block.Column::words).toList();
            console.out().println(Terminal.text(List.of(new Block.Grid("", columns, rows)), WIDTH));
        }
        return exit(all);
    }

    private static int exit(Analysed all) {
        boolean nothing =
                all.traces().isEmpty() && all.profiles().isEmpty() && all.summaries().isEmpty();
        return nothing ? ExitCode.WRONG_INPUT : ExitCode.OK;
    }

    static Problem noTables(Path directory) {
        return new Problem("cannot write here", directory.toString(), "choose another --output");
    }
}
