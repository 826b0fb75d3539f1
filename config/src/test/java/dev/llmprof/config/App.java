package dev.llmprof.config;

import dev.llmprof.config.command.Flags;
import dev.llmprof.config.command.InfoPages;
import dev.llmprof.config.command.Roots;
import dev.llmprof.config.command.Shown;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.Job;
import dev.llmprof.config.sweep.JobResult;
import dev.llmprof.config.sweep.Launchers;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.RunDirectory;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.config.yaml.YamlWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program like those of the recorded runs: it prints its job's configuration.
final class App {
    static final ZonedDateTime NOW = ZonedDateTime.of(2026, 11, 15, 12, 0, 0, 0, ZoneOffset.UTC);

    private final Path cwd;
    private final String configName;
    private final PrintStream out;
    private final PrintStream err;

    App(Path cwd, String configName, PrintStream out, PrintStream err) {
        this.cwd = cwd;
        this.configName = configName;
        this.out = out;
        this.err = err;
    }

    int run(List<String> words) {
        try {
            return run(Flags.parse(words, List.of()));
        } catch (ConfigError error) {
            err.println(error.problem());
            return 2;
        }
    }

    private int run(Flags flags) {
        if (flags.has("--version")) {
            out.println("app");
            return 0;
        }
        var composer = new Composer();
        Request request = request(flags);
        if (flags.has("--cfg")) {
            out.print(Shown.config(composer.compose(request), flags));
            return 0;
        }
        if (flags.has("--info")) {
            out.print(InfoPages.of(composer.compose(request), flags.value("--info").orElseThrow()));
            return 0;
        }
        var sweeps = new Sweeps(composer);
        if (flags.has("--multirun") || (!flags.has("--run") && sweeps.isAskedFor(request))) {
            return ended(
                    sweeps.run(
                            sweeps.master(request),
                            new Launchers(List.of(Launchers.basic(), Launchers.local())),
                            inThisJvm(),
                            out));
        }
        PlannedJob planned = RunDirectory.single(composer.compose(request));
        RunDirectory.prepare(planned);
        try {
            job(planned, out);
            return 0;
        } catch (IOException | ConfigError failure) {
            err.println("Error executing job with overrides: " + list(planned.overrides()));
            err.println(failure.getMessage());
            return 1;
        }
    }

    private int ended(List<JobResult> results) {
        List<JobResult> failed = results.stream().filter(r -> r.failure().isPresent()).toList();
        failed.forEach(r ->
                err.println("Error executing job with overrides: " + list(r.job().overrides())));
        return failed.isEmpty() ? 0 : 1;
    }

    private Request request(Flags flags) {
        return new Request(
                Roots.of(flags, cwd, Roots.main(cwd.resolve("conf"), cwd)),
                Optional.of(flags.value("--config-name").orElse(configName)),
                flags.overrides(),
                Request.Mode.RUN,
                "app",
                cwd,
                Map.of(),
                () -> NOW);
    }

    private Job inThisJvm() {
        return new Job() {
            @Override
            public int run(PlannedJob planned, PrintStream jobOut) throws IOException {
                job(planned, jobOut);
                return 0;
            }

            @Override
            public List<String> argv(PlannedJob planned) {
                return planned.overrides();
            }
        };
    }

    private void job(PlannedJob planned, PrintStream jobOut) throws IOException {
        Composition composed = planned.composition();
        String name = PythonText.str(composed.hydraValue("job.name").orElseThrow());
        Files.writeString(planned.directory().resolve(name + ".log"), "");
        Node resolved = composed.interpolator().resolveAll(Place.root(composed.job()));
        String number = planned.number().isPresent() ? planned.number().getAsInt() + "" : "None";
        jobOut.print("JOB " + number + " " + list(planned.overrides()) + "\n");
        jobOut.print(YamlWriter.write(resolved));
    }

    private static String list(List<String> texts) {
        return "[" + String.join(", ", texts.stream().map(PythonText::quote).toList()) + "]";
    }
}
