package dev.llmprof.stage.ncu;

import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.process.Processes.Limits;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Nsight Compute over chosen kernels, one run of the program for each, each in a directory of its
/// own.
public final class KernelSeries {
    private static final Duration DEADLINE = Duration.ofHours(6);

    private final Plan plan;
    private final Processes processes;

    public KernelSeries(Plan plan, Processes processes) {
        this.plan = plan;
        this.processes = processes;
    }

    /// Which kernel, by regular expression on its demangled name; `launches` where known.
    public record Kernel(String name, String regex, OptionalLong launches) {}

    /// What is the same for all kernels.
    public record Plan(
            Path directory,
            int count,
            int skip,
            int profile,
            List<String> sections,
            boolean knowsPrintDetails,
            boolean forceOverwrite,
            Command program) {
        public Plan {
            sections = List.copyOf(sections);
        }
    }

    /// How one kernel went. `skip` is what was used in the end.
    public record Result(Path directory, int skip, Optional<Problem> problem) {}

    public Result profile(Kernel kernel, int rank) {
        Path directory =
                StageFiles.directory(plan.directory().resolve(folder(kernel.name(), rank)));
        Path report = directory.resolve("ncu.ncu-rep");
        if (Files.exists(report) && !plan.forceOverwrite()) {
            return new Result(
                    directory,
                    plan.skip(),
                    Optional.of(
                            new Problem(
                                    "a report is already there",
                                    report.toString(),
                                    "--force-overwrite")));
        }
        StageFiles.remove(report);
        int skip = bounded(kernel);
        Ended ended = run(kernel, skip, directory, "cmd.txt");
        if (!Files.exists(report)
                && skip > 0
                && NcuAnswers.nothingProfiled(StageFiles.text(directory.resolve("tool.log")))) {
            // Fewer launches than were to be skipped: take the first.
            skip = 0;
            ended = run(kernel, skip, directory, "cmd-rerun.txt");
        }
        if (!Files.exists(report)) {
            String log = directory.resolve("tool.log").toString();
            Problem why =
                    ended instanceof Ended.NotStarted(String reason)
                            ? new Problem(
                                    "ncu could not be started: " + reason, "PATH", "llmprof doctor")
                            : NcuFailure.explain(
                                    StageFiles.text(directory.resolve("tool.log"))
                                            + NcuFailure.ownWords(directory.resolve("program.log")),
                                    ended,
                                    log,
                                    settings(kernel, skip));
            return new Result(directory, skip, Optional.of(why));
        }
        return new Result(directory, skip, export(report, directory));
    }

    /// What [#profile] starts.
    public List<Command> plan(Kernel kernel, int rank) {
        Path directory = plan.directory().resolve(folder(kernel.name(), rank));
        Path report = directory.resolve("ncu.ncu-rep");
        var commands = new ArrayList<>(List.of(command(kernel, bounded(kernel), directory)));
        commands.addAll(pages(report).values());
        return commands;
    }

    /// Never past the last launch: such a run would profile nothing.
    private int bounded(Kernel kernel) {
        long launches = kernel.launches().orElse(Long.MAX_VALUE);
        return (int) Math.max(0, Math.min(plan.skip(), launches - plan.profile()));
    }

    private Ended run(Kernel kernel, int skip, Path directory, String commandFile) {
        Command command = command(kernel, skip, directory);
        StageFiles.writeCommand(directory.resolve(commandFile), command);
        return processes.run(command, directory.resolve("program.log"), Limits.of(DEADLINE));
    }

    private Command command(Kernel kernel, int skip, Path directory) {
        return Ncu.profile(
                settings(kernel, skip),
                directory.resolve("tool.log"),
                directory.resolve("ncu"),
                plan.program());
    }

    private Ncu.Settings settings(Kernel kernel, int skip) {
        return new Ncu.Settings(
                Optional.of("all"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                plan.sections(),
                List.of(),
                Optional.of(new Ncu.KernelName("demangled", "regex:" + kernel.regex())),
                OptionalInt.of(skip),
                OptionalInt.of(plan.profile()),
                plan.forceOverwrite());
    }

    private Optional<Problem> export(Path report, Path directory) {
        Optional<Problem> first = Optional.empty();
        for (var page : pages(report).entrySet()) {
            first = first.or(() -> write(page.getValue(), directory.resolve(page.getKey())));
        }
        return first;
    }

    /// By the file each goes to.
    private Map<String, Command> pages(Path report) {
        Map<String, Command> pages = new LinkedHashMap<>();
        for (String section : plan.sections()) {
            pages.put(
                    "ncu.section_" + section + ".csv",
                    Ncu.sectionPage(report, section, plan.knowsPrintDetails()));
        }
        pages.put("ncu.details.csv", Ncu.detailsPage(report));
        return pages;
    }

    private Optional<Problem> write(Command command, Path csv) {
        Processes.Answer answer = processes.ask(command, DEADLINE);
        if (answer.ended() instanceof Ended.Exited(int code, _) && code == 0) {
            AtomicFile.write(csv, answer.output());
            return Optional.empty();
        }
        return Optional.of(
                new Problem(
                        csv.getFileName()
                                + " could not be exported: ncu "
                                + EndedWords.of(answer.ended()),
                        csv.toString(),
                        (answer.output() + answer.errors()).strip()));
    }

    /// `kernel_<rank>_<md5 of the name>`
    String folder(String name, int rank) {
        int digits = Math.max(4, String.valueOf(plan.count()).length());
        return "kernel_"
                + "0".repeat(Math.max(0, digits - String.valueOf(rank).length()))
                + rank
                + "_"
                + md5(name);
    }

    private static String md5(String name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            return HexFormat.of().formatHex(digest.digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
