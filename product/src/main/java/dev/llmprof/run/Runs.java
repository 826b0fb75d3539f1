package dev.llmprof.run;

import dev.llmprof.cache.Cache;
import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.OldKeys;
import dev.llmprof.config.node.HiddenTree;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.host.HostTool;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.ManifestKeeper;
import dev.llmprof.pipeline.Orchestrator;
import dev.llmprof.pipeline.RootMessage;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.pipeline.RunLock;
import dev.llmprof.pipeline.Step;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.ProgramStreams;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.engine.DeviceChoice;
import dev.llmprof.run.record.RunEnvironment;
import dev.llmprof.run.record.RunRecord;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.run.workload.ProgramCheck;
import dev.llmprof.secret.Secrets;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.tool.ShellQuote;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `llmprof run`, from words to a run directory and an exit code.
public final class Runs {
    private final Console console;
    private final Map<String, String> environment;
    private final List<StageDefinition> stages;
    private final List<LauncherDefinition> launchers;
    private final List<AfterRun> afterRun;
    private final ReadyRuns readying;
    private final RunProgress progress;
    private final ProgramStreams streams;
    private final Set<String> said = new HashSet<>();

    public Runs(
            Console console,
            Map<String, String> environment,
            List<StageDefinition> stages,
            List<LauncherDefinition> launchers,
            List<AfterRun> afterRun) {
        this.console = console;
        this.environment = Map.copyOf(environment);
        this.stages = List.copyOf(stages);
        this.launchers = List.copyOf(launchers);
        this.afterRun = List.copyOf(afterRun);
        this.readying = ReadyRuns.here(console, environment, stages);
        this.progress = new RunProgress(console);
        this.streams =
                ProgramStreams.of(
                        console.in(),
                        Optional.of(progress.audience())
                                .filter(_ -> console.volume() != Console.Volume.QUIET),
                        progress::remark);
    }

    public int run(RunRequest typed) {
        RunRequest asked =
                typed.resume().map(each -> Resumed.asked(typed, each, environment)).orElse(typed);
        Secrets.learn(environment);
        Secrets.learn(asked.overrides());
        OldKeys.Renamed words = OldNames.keys().apply(asked.overrides());
        words.warnings().forEach(console::warn);
        var composer = new Composer();
        var processes = new SystemProcesses(environment, streams);
        Request request =
                Configurations.request(
                        asked.source(), words.overrides(), environment, Request.localTime());
        if (asked.multirun()) {
            return new SweepRuns(
                            composer,
                            console,
                            processes,
                            stages,
                            launchers,
                            new SweepRuns.One(
                                    this::inDirectory,
                                    composition -> readying.check(composition, processes)))
                    .run(asked, request);
        }
        Composition composed =
                AllMistakes.compose(
                        composer,
                        request,
                        rest -> readying.check(finished(composer, rest, asked), processes));
        Composition composition = finished(composer, composed, asked);
        Path wanted = asked.resume().orElseGet(() -> wanted(composition));
        return inDirectory(asked, composition, wanted, processes);
    }

    private Composition finished(Composer composer, Composition composed, RunRequest asked) {
        return Configurations.finished(composer, composed, stages, asked.program());
    }

    private int inDirectory(
            RunRequest asked, Composition composition, Path wanted, SystemProcesses processes) {
        HiddenTree.learn(composition.job());
        ReadyRun ready = readying.of(composition, processes);
        HiddenTree.learn(composition.resolvedJob());
        var machine = new RunEnvironment(processes, environment, tools());
        ProgramCheck.check(ready.workload(), environment, ready.binder());
        FolderNames.check(wanted, "hydra.run.dir=<directory>");
        if (asked.dryRun()) {
            Path directory = asked.resume().orElseGet(() -> RunDirectory.free(wanted));
            List<Step> steps = offRemarks(machine.tools()).with(ready.steps());
            PlanPage.print(console, steps, directory, processes);
            remark(ready);
            return ExitCode.OK;
        }
        var interruption = Interruption.of(processes, console);
        Manifest.Beginning beginning = RunBeginning.of(ready.workload());
        Optional<Manifest> earlier =
                asked.resume().map(each -> kept(each, beginning, composition.job()));
        Path directory = directory(asked, wanted);
        try (RunLock _ = RunLock.take(directory)) {
            Manifest begun = begun(asked, ready, directory, beginning, earlier);
            Manifest manifest = stages(ready, directory, begun, machine, processes);
            Reported reported = afterRun(asked, directory, manifest, interruption);
            ManifestKeeper.conclude(manifest, directory, reported == Reported.WHOLE)
                    .ifPresent(console::warn);
            if (manifest.outcome() == Manifest.Verdict.INTERRUPTED) {
                console.say("interrupted; llmprof run --resume " + typed(directory) + " goes on");
            }
            console.out().println(directory);
            int code = exitCode(manifest, asked.strict());
            return code == ExitCode.OK && reported == Reported.NOT_WRITTEN
                    ? ExitCode.STAGE_FAILED
                    : code;
        }
    }

    private Manifest kept(Path directory, Manifest.Beginning now, MapNode job) {
        Manifest earlier = ManifestFile.read(directory);
        RunBeginning.checkProgram(earlier, now, directory);
        return KeptStages.of(earlier, directory, job, stages);
    }

    private static Manifest begun(
            RunRequest asked,
            ReadyRun ready,
            Path directory,
            Manifest.Beginning beginning,
            Optional<Manifest> earlier) {
        var request =
                new Manifest.Request(
                        Version.current().number(), asked.words(), directory, beginning);
        List<String> names = ready.steps().stream().map(step -> step.stage().name()).toList();
        return ManifestKeeper.begin(
                Manifest.begun(request, names, earlier, InstantSource.system().instant()),
                directory);
    }

    private Manifest stages(
            ReadyRun ready,
            Path directory,
            Manifest begun,
            RunEnvironment machine,
            SystemProcesses processes) {
        console.say(RunHeader.of(directory, ready.binder(), ready.placed()));
        remark(ready);
        if (ready.workload() instanceof Workload.Builtin) {
            // The engine says so as well, but into its log.
            Cache.of(environment, _ -> {}).obstacle().ifPresent(console::say);
        }
        Map<String, String> tools = machine.tools();
        String version = Version.current().number();
        streams.again();
        RunRecord.write(directory, ready.composition(), ready.workload(), version, machine, tools);
        return Orchestrator.run(
                offRemarks(tools).with(ready.steps()),
                directory,
                begun,
                new Orchestrator.Means(
                        processes, InstantSource.system(), progress, processes::interrupted));
    }

    private List<HostTool> tools() {
        return stages.stream().flatMap(stage -> stage.tools().stream()).toList();
    }

    private OffRemarks offRemarks(Map<String, String> versions) {
        return new OffRemarks(stages, versions, RunEnvironment.hasDriver());
    }

    /// Once, however many runs a sweep has.
    private void remark(ReadyRun ready) {
        DeviceChoice device = ready.placed().device();
        device.remark()
                .filter(said::add)
                .ifPresent(text -> console.say("  " + device.device() + ": " + text));
    }

    private static Path directory(RunRequest asked, Path wanted) {
        return asked.resume()
                .map(path -> path.toAbsolutePath().normalize())
                .orElseGet(() ->
                        asked.multirun() ? RunDirectory.take(wanted) : RunDirectory.create(wanted));
    }

    /// What became of the reports: all there, some not to be made of these captures, or none since
    /// the disk or the user did not let us.
    private enum Reported {
        WHOLE,
        LACKING,
        NOT_WRITTEN
    }

    private Reported afterRun(
            RunRequest asked, Path directory, Manifest manifest, Interruption interruption) {
        if (interruption.stagesAreOver()) {
            console.say("no reports were made; llmprof report " + typed(directory));
            return Reported.LACKING;
        }
        Reported written = Reported.WHOLE;
        for (AfterRun each : afterRun) {
            try {
                each.apply(asked, directory, manifest, console);
            } catch (Problem.Found found) {
                found.problems().forEach(console::warn);
                written = written == Reported.WHOLE ? Reported.LACKING : written;
            } catch (UncheckedIOException e) {
                written = Reported.NOT_WRITTEN;
                console.warn(
                        new Problem(
                                "the reports could not be written: " + RootMessage.of(e),
                                directory.toString(),
                                "free some space, then llmprof report " + directory));
            }
        }
        return written;
    }

    private static String typed(Path directory) {
        return ShellQuote.word(PlanPage.shown(directory).toString());
    }

    static Path wanted(Composition composition) {
        Node directory =
                composition
                        .hydraValue("run.dir")
                        .orElseThrow(() -> new IllegalStateException("hydra.run.dir is not set"));
        return Path.of(PythonText.str(directory));
    }

    private static int exitCode(Manifest manifest, boolean strict) {
        return switch (manifest.outcome()) {
            case DONE, SKIPPED -> ExitCode.OK;
            case DEGRADED -> strict ? ExitCode.STAGE_FAILED : ExitCode.OK;
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case FAILED, PENDING, RUNNING -> ExitCode.STAGE_FAILED;
        };
    }
}
