package dev.llmprof.stage.nsys;

import dev.llmprof.host.NsysExporter;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes.Limits;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.Handover;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One capture from command line to tables. nsys may exit 0 with nothing to show and 143 with all
/// that was asked: the files decide.
final class NsysRecorder {
    private static final int MOST_ATTEMPTS = 4;

    private final NsysTool tool;
    private final NsysSettings settings;
    private final NsysReading reading;
    private final Workspace workspace;
    private final Command command;
    private final Map<String, String> environment;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Artifact> artifacts = new ArrayList<>();

    NsysRecorder(
            NsysTool tool,
            NsysSettings settings,
            NsysReading reading,
            Workspace workspace,
            Command command,
            Map<String, String> environment) {
        this.tool = tool;
        this.settings = settings;
        this.reading = reading;
        this.workspace = workspace;
        this.command = command;
        this.environment = Map.copyOf(environment);
    }

    NsysCapture.Result record(NsysCapture capture) {
        StageFiles.clear(capture.directory(), "run");
        Path commandFile = StageFiles.writeCommand(capture.directory().resolve("cmd.txt"), command);
        Ended ended = recorded(capture);
        List<Path> reports = reports(capture);
        boolean another = capture.instead().isPresent() && ranWell(capture, ended);
        if (reports.isEmpty() && !another) {
            problems.add(
                    NsysFailure.noReport(
                            capture, ended, settings, () -> rangesOfSecondLook(capture)));
        } else if (!reports.isEmpty()) {
            NsysFailure.besideReport(capture, ended, settings).ifPresent(problems::add);
        }
        reports.forEach(report -> export(capture, report));
        artifacts.add(new Artifact(capture.kind("command"), commandFile));
        if (Files.exists(capture.log())) {
            artifacts.add(new Artifact(capture.kind("log"), capture.log()));
        }
        return new NsysCapture.Result(
                artifacts,
                problems,
                !reports.isEmpty(),
                reports.isEmpty() && ranWell(capture, ended),
                ended instanceof Ended.Interrupted);
    }

    private static boolean ranWell(NsysCapture capture, Ended ended) {
        return ended instanceof Ended.Exited(int code, _)
                && code == 0
                && NsysAnswers.refusal(StageFiles.text(capture.log())).isEmpty();
    }

    /// nsys tells its agent of the program before it has made the semaphore the two share; on a
    /// busy machine the agent may look too early, and nsys gives up before the program has started.
    private Ended recorded(NsysCapture capture) {
        for (int attempt = 1; ; attempt++) {
            Ended ended = runIn(StageFiles.scratch(workspace, "nsys"), command, capture.log());
            if (attempt == MOST_ATTEMPTS
                    || ended instanceof Ended.Interrupted
                    || !NsysAnswers.lostItsSemaphore(StageFiles.text(capture.log()))) {
                return ended;
            }
            Path log = capture.directory().resolve("tool-attempt-" + attempt + ".log");
            StageFiles.rename(capture.log(), log);
            artifacts.add(new Artifact(capture.kind("attempt_log"), log));
        }
    }

    /// nsys keeps its session and half-written streams where TMPDIR says; what a killed one leaves
    /// goes with the directory.
    private Ended runIn(Path scratch, Command nsys, Path log) {
        try (Handover handover = handover(nsys)) {
            Command shown = handover.command();
            var variables = new HashMap<>(shown.environment());
            variables.put("TMPDIR", scratch.toString());
            return workspace
                    .processes()
                    .run(shown.in(variables), log, Limits.of(settings.timeout()));
        } finally {
            StageFiles.remove(scratch);
        }
    }

    private Handover handover(Command nsys) {
        // Ranks on several machines share no file of one; their reports are struck afterwards.
        return settings.keepEnvironment() || startsRanks()
                ? Handover.nothing(nsys)
                : Handover.of(nsys, program(), environment);
    }

    /// Those that nsys was told to write. What its log says besides is also what the program
    /// prints.
    private List<Path> reports(NsysCapture capture) {
        StageFiles.named(capture.directory(), "run", ".qdstrm")
                .forEach(stream -> importStream(capture, stream));
        var reports = new ArrayList<>(StageFiles.named(capture.directory(), "run", ".nsys-rep"));
        reports.addAll(StageFiles.named(capture.directory(), "run", ".qdrep"));
        return reports;
    }

    private void importStream(NsysCapture capture, Path stream) {
        if (tool.importer().isEmpty()) {
            problems.add(
                    new Problem(
                            "nsys left a raw stream, and its importer was not found",
                            stream.toString(),
                            "install the rest of Nsight Systems (host-linux-x64/QdstrmImporter)"));
            return;
        }
        Path importer = tool.importer().get();
        Path log = capture.directory().resolve("import.log");
        var streams = new StreamImport(exporter(), reading, workspace.says());
        Optional<Problem> failed =
                settings.keepEnvironment()
                        ? streams.makeWhole(importer, stream, log)
                        : streams.make(importer, stream, log);
        failed.ifPresent(problems::add);
    }

    private void export(NsysCapture capture, Path report) {
        artifacts.add(new Artifact(capture.kind("report"), report));
        Path sqlite = StageFiles.sibling(report, ".sqlite");
        Path log = capture.directory().resolve("export.log");
        Optional<Ended> failed = exporter().export(report, sqlite, log);
        if (failed.isPresent()) {
            problems.add(
                    new Problem(
                            "nsys export failed: " + EndedWords.of(failed.get()),
                            log.toString(),
                            "export by hand: nsys export --type sqlite " + report));
            return;
        }
        if (!settings.keepEnvironment() && reading.hideInExport(sqlite)) {
            StageFiles.keepPrivate(report);
            workspace.says().accept(NsysFailure.heldSecrets(report));
        }
        artifacts.add(new Artifact(capture.kind("sqlite"), sqlite));
        summarise(capture, report, sqlite);
    }

    private NsysExporter exporter() {
        return new NsysExporter(workspace.processes());
    }

    /// By nsys itself where it knows the shape; else from the tables.
    private void summarise(NsysCapture capture, Path report, Path sqlite) {
        String number = report.getFileName().toString().replaceFirst("^run(.*)\\.\\w.*$", "$1");
        Path csv = capture.directory().resolve("summary" + number + "_cuda_gpu_kern_sum.csv");
        boolean written = tool.summarises() && statsWrote(capture, number, sqlite, csv);
        try {
            if (written || reading.writeKernelSummary(sqlite, csv)) {
                artifacts.add(new Artifact(capture.kind("kernel_summary"), csv));
            }
        } catch (Problem.Found unreadable) {
            // The report itself is there, whatever became of its export.
            problems.addAll(unreadable.problems());
        }
    }

    private boolean statsWrote(NsysCapture capture, String number, Path sqlite, Path csv) {
        Path output = capture.directory().resolve("summary" + number);
        Path log = capture.directory().resolve("stats.log");
        exporter().summarise(NsysTool.SUMMARY, output, sqlite, log);
        StageFiles.remove(log);
        try {
            return Files.exists(csv) && Files.size(csv) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + csv, e);
        }
    }

    /// Something else than nsys comes first.
    private boolean startsRanks() {
        return !command.argv().getFirst().equals(Nsys.PROGRAM);
    }

    private Map<String, Long> rangesOfSecondLook(NsysCapture capture) {
        if (startsRanks()) {
            return Map.of();
        }
        Path directory = StageFiles.directory(capture.directory().resolve("second-look"));
        var look =
                new NsysCapture(
                        directory,
                        ungated(capture.recording()),
                        Optional.empty(),
                        Occurrence.FIRST);
        Command workload = Command.of(command.argv().subList(program(), command.argv().size()));
        Command nsys =
                Nsys.profile(
                        look.recording(),
                        look.output(),
                        new Command(
                                workload.argv(),
                                command.environment(),
                                command.directory(),
                                command.isUsers()));
        var second = new NsysRecorder(tool, settings, reading, workspace, nsys, environment);
        List<Artifact> found = second.record(look).artifacts();
        return found.stream()
                .filter(artifact -> artifact.kind().equals("nsys.sqlite"))
                .map(artifact -> reading.rangesSeen(artifact.path()))
                .findFirst()
                .orElse(Map.of());
    }

    private static Nsys.Settings ungated(Nsys.Settings recording) {
        return new Nsys.Settings(
                "nvtx",
                recording.sample(),
                recording.cpuContextSwitches(),
                Optional.empty(),
                new Nsys.Capture.WholeRun(),
                Optional.empty(),
                recording.domains());
    }

    /// Where the workload begins in the command line: behind `-o PATH`.
    private int program() {
        return command.argv().indexOf("-o") + 2;
    }
}
