package dev.llmprof.run;

import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.ncu.KernelSeries;
import dev.llmprof.stage.ncu.NcuTool;
import dev.llmprof.tool.ShellQuote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `llmprof kernels`.
public final class KernelRuns {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final Console console;
    private final Map<String, String> environment;
    private final ZonedDateTime now;

    public KernelRuns(Console console, Map<String, String> environment, ZonedDateTime now) {
        this.console = console;
        this.environment = Map.copyOf(environment);
        this.now = now;
    }

    public int run(KernelsRequest asked) {
        var processes = new SystemProcesses(environment);
        NcuTool tool =
                switch (NcuTool.find(processes)) {
                    case NcuTool.Found.Here(NcuTool here) -> here;
                    case NcuTool.Found.Missing(Problem problem) ->
                            throw new Problem(
                                            problem.what(), problem.at(), "install Nsight Compute")
                                    .found();
                };
        List<String> sections = sections(asked, tool);
        if (asked.dryRun()) {
            KernelSeries series = series(asked, sections, tool, directory(asked), processes);
            List<KernelSeries.Kernel> kernels = kernels(asked);
            for (int i = 0; i < kernels.size(); i++) {
                series.plan(kernels.get(i), i + 1).stream()
                        .map(ShellQuote::line)
                        .forEach(console.out()::println);
            }
            return ExitCode.OK;
        }
        InterruptSignals.call(processes::interrupt);
        Path directory = made(asked);
        AtomicFile.write(
                directory.resolve("command.yaml"),
                YamlWriter.write(record(asked, directory, tool.version())));
        KernelSeries series = series(asked, sections, tool, directory, processes);
        return profile(asked, series, directory, processes);
    }

    /// What this ncu does not know would make it refuse the rest as well.
    private List<String> sections(KernelsRequest asked, NcuTool tool) {
        var notes = new ArrayList<Problem>();
        List<String> known = tool.sections(asked.sections(), notes);
        if (known.isEmpty() && !notes.isEmpty()) {
            throw notes.getFirst().found();
        }
        notes.forEach(console::warn);
        return known;
    }

    private int profile(
            KernelsRequest asked, KernelSeries series, Path directory, SystemProcesses processes) {
        List<KernelSeries.Kernel> kernels = kernels(asked);
        int failed = 0;
        for (int i = 0; i < kernels.size() && !processes.interrupted(); i++) {
            console.say(
                    "  %d/%d %s"
                            .formatted(i + 1, kernels.size(), shortened(kernels.get(i).name())));
            KernelSeries.Result result = series.profile(kernels.get(i), i + 1);
            if (result.skip() != asked.skip()) {
                console.say(
                        "      " + result.skip() + " launches were skipped, not " + asked.skip());
            }
            if (result.problem().isPresent()) {
                failed++;
                console.warn(result.problem().get());
            }
        }
        console.out().println(directory);
        if (processes.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        console.say(kernels.size() - failed + " of " + kernels.size() + " kernels profiled");
        return failed == 0 ? ExitCode.OK : ExitCode.STAGE_FAILED;
    }

    private static KernelSeries series(
            KernelsRequest asked,
            List<String> sections,
            NcuTool tool,
            Path directory,
            SystemProcesses processes) {
        return new KernelSeries(
                new KernelSeries.Plan(
                        directory,
                        asked.kernels().size(),
                        asked.skip(),
                        asked.profile(),
                        sections,
                        tool.knowsPrintDetails(),
                        asked.forceOverwrite(),
                        Command.of(asked.program())),
                processes);
    }

    private static List<KernelSeries.Kernel> kernels(KernelsRequest asked) {
        return asked.kernels().stream()
                .map(each -> new KernelSeries.Kernel(each.name(), each.regex(), each.launches()))
                .toList();
    }

    private Path directory(KernelsRequest asked) {
        return asked.output()
                .orElseGet(() -> Path.of("tmp", "ncu-profile", STAMP.format(now)))
                .toAbsolutePath()
                .normalize();
    }

    private Path made(KernelsRequest asked) {
        Path directory = directory(asked);
        return asked.output().isPresent() && Files.isDirectory(directory)
                ? directory
                : RunDirectory.create(directory);
    }

    private MapNode record(KernelsRequest asked, Path directory, String ncuVersion) {
        MapNode root = new MapNode(Origin.ENGINE);
        root.put(
                "timestamp",
                Node.text(now.truncatedTo(ChronoUnit.SECONDS).toOffsetDateTime().toString()));
        root.put("script", Node.text("llmprof kernels"));
        root.put("version", Node.text(Version.current().number()));
        root.put("output_dir", Node.text(directory.toString()));
        root.put(
                "kernel_source",
                Node.text(asked.config().isPresent() ? "yaml_config" : "single_regex"));
        root.put("launch_skip", Node.whole(asked.skip()));
        root.put("launch_count", Node.whole(asked.profile()));
        root.put("sections", texts(asked.sections()));
        root.put("launch_command", texts(asked.program()));
        asked.config()
                .ifPresentOrElse(
                        path -> root.put("kernel_config", Node.text(path.toString())),
                        () -> root.put("kernel_regex", Node.text(first(asked).regex())));
        asked.most().ifPresent(most -> root.put("topk", Node.whole(most)));
        root.put("ncu_version", Node.text(ncuVersion));
        return root;
    }

    private static KernelList.Entry first(KernelsRequest asked) {
        return asked.kernels().getFirst();
    }

    private static ListNode texts(List<String> texts) {
        var list = new ListNode(Origin.ENGINE);
        texts.forEach(text -> list.add(Node.text(text)));
        return list;
    }

    private static String shortened(String name) {
        return name.length() <= 80 ? name : name.substring(0, 79) + "…";
    }
}
