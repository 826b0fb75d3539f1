package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.Job;
import dev.llmprof.config.sweep.JobCommand;
import dev.llmprof.config.sweep.JobResult;
import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.config.sweep.Launchers;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.Sweeps;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sweeps run their jobs one by one or several at once, and keep what each printed apart.
class LaunchersTest {
    @TempDir Path directory = Path.of("");
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void theLocalLauncherRunsAsManyAtOnceAsAsked() {
        var both = new CountDownLatch(2);
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        List<JobResult> results =
                run(
                        (job, jobOut) -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            both.countDown();
                            both.await();
                            jobOut.print("half a line ");
                            jobOut.println("of " + job.number().getAsInt());
                            running.decrementAndGet();
                            return 0;
                        },
                        "hydra/launcher=local",
                        "hydra.launcher.n_jobs=2",
                        "x=1,2,3,4");
        assertEquals(2, most.get());
        assertEquals(4, results.size());
        List<String> lines = printed();
        for (int i = 0; i < 4; i++) {
            assertTrue(lines.contains("#" + i + " | half a line of " + i), lines.toString());
        }
    }

    @Test
    void aJobsTitleHidesItsSecrets() {
        run((_, _) -> 0, "+db_password=zTitleOne,zTitleTwo");
        assertEquals(
                List.of("\t#0 : +db_password=(hidden)", "\t#1 : +db_password=(hidden)"),
                printed().stream().filter(line -> line.startsWith("\t#")).toList());
    }

    @Test
    void aFailedJobDoesNotStopTheOthers() {
        List<JobResult> results =
                run(
                        (job, _) -> {
                            if (job.number().getAsInt() == 0) {
                                throw new IOException("broken");
                            }
                            return 0;
                        },
                        "x=1,2");
        assertEquals("broken", results.get(0).failure().orElseThrow().getMessage());
        assertEquals(Optional.empty(), results.get(1).failure());
        assertTrue(Files.exists(directory.resolve("s/1/.hydra/config.yaml")));
        assertTrue(Files.exists(directory.resolve("s/multirun.yaml")));
    }

    @Test
    void aMistakeInTheLastJobStopsTheFirst() {
        var started = new AtomicInteger();
        assertThrows(
                ConfigError.class,
                () -> run((_, _) -> started.incrementAndGet(), "g=one,two,nope"));
        assertEquals(0, started.get());
    }

    @Test
    void aLauncherGetsCommandLinesAndDirectoriesAndNothingElse() {
        List<JobCommand> seen = new ArrayList<>();
        var far =
                new LauncherDefinition(
                        "far",
                        "far.launcher",
                        (_, _) ->
                                (jobs, _) -> {
                                    seen.addAll(jobs);
                                    return jobs.stream()
                                            .map(job -> new JobResult(job, 3, Optional.empty()))
                                            .toList();
                                });
        List<JobResult> results =
                run(
                        List.of(far),
                        (_, _) -> {
                            throw new IllegalStateException("runs elsewhere");
                        },
                        "++hydra.launcher={_target_: far.launcher}",
                        "x=1,2");

        assertEquals(
                List.of(
                        new JobCommand(
                                0, List.of("x=1"), List.of("app", "x=1"), directory.resolve("s/0")),
                        new JobCommand(
                                1,
                                List.of("x=2"),
                                List.of("app", "x=2"),
                                directory.resolve("s/1"))),
                seen);
        assertEquals(List.of(3, 3), results.stream().map(JobResult::exitCode).toList());
        assertFalse(Files.exists(directory.resolve("s/0")));
    }

    /// What a job of these tests does.
    private interface Work {
        int run(PlannedJob job, PrintStream out) throws Exception;
    }

    private record TestJob(Work work) implements Job {
        @Override
        public int run(PlannedJob job, PrintStream out) throws Exception {
            return work.run(job, out);
        }

        @Override
        public List<String> argv(PlannedJob job) {
            return Stream.concat(Stream.of("app"), job.overrides().stream()).toList();
        }
    }

    private List<JobResult> run(Work work, String... overrides) {
        return run(List.of(Launchers.basic(), Launchers.local()), work, overrides);
    }

    private List<JobResult> run(
            List<LauncherDefinition> launchers, Work work, String... overrides) {
        var sweeps = new Sweeps(new Composer());
        var roots =
                Map.of(
                        "config",
                        "defaults: [{g: one}, _self_]\nx: 0\nhydra: {sweep: {dir: s}}\n",
                        "g/one",
                        "v: 1",
                        "g/two",
                        "v: 2");
        Composition master =
                sweeps.master(
                        new Request(
                                List.of(new MemoryRoot("main", "pkg://test", roots)),
                                Optional.of("config"),
                                List.of(overrides),
                                Request.Mode.MULTIRUN,
                                "app",
                                directory,
                                Map.of(),
                                () -> App.NOW));
        return sweeps.run(
                master,
                new Launchers(launchers),
                new TestJob(work),
                new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private List<String> printed() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
