package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.SystemProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A whole `llmprof run` on a disk that is full, read-only, or already taken. The disks are mounted
/// in a namespace of their own, which needs root.
class HostileDiskIT {
    @TempDir private Path directory;

    @Test
    void aDiskThatFillsUpFailsTheStageAndLosesNothing() throws Exception {
        Llmprof llmprof =
                on(
                        "size=1m",
                        "cp -a . \"$0/../kept\"",
                        "sh",
                        "-c",
                        "head -c 3000000 /dev/zero; echo status $?");

        int code = llmprof.exit();

        assertEquals(ExitCode.STAGE_FAILED, code, llmprof.errors());
        assertFalse(llmprof.errors().contains("\tat "), llmprof.errors());
        assertTrue(llmprof.errors().contains("the disk is full"), llmprof.errors());
        assertTrue(
                llmprof.errors().contains("fix  free some space, then llmprof"), llmprof.errors());
        Manifest manifest = ManifestFile.read(directory.resolve("kept/run"));
        assertEquals(Verdict.FAILED, manifest.stage("direct_inference").orElseThrow().outcome());
    }

    @Test
    void aReadOnlyDiskIsSaidBeforeAnythingStarts() throws Exception {
        Llmprof llmprof = on("ro", "", "touch", directory.resolve("mark").toString());

        assertEquals(ExitCode.WRONG_INPUT, llmprof.exit(), llmprof.errors());
        assertTrue(
                llmprof.errors()
                        .startsWith("error: the directory cannot be made: Read-only file system"),
                llmprof.errors());
        assertTrue(llmprof.errors().contains("fix  hydra.run.dir=DIR"), llmprof.errors());
        assertFalse(Files.exists(directory.resolve("mark")));
    }

    @Test
    void aTemporaryFolderThatIsFullOrRunsNothingIsSaid() throws Exception {
        Path trace =
                Files.writeString(
                        directory.resolve("t.json"),
                        """
                        {"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"pid":0,
                        "tid":7,"args":{"device":0,"stream":7}}]}
                        """);
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeMayMount(disk);
        for (String options : List.of("noexec", "size=1m")) {
            String script =
                    "mount -t tmpfs -o %s tmpfs \"$0\" || exit 99; ".formatted(options)
                            + "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$0 \"$@\"";
            Llmprof llmprof =
                    Llmprof.start(
                            directory,
                            List.of("unshare", "-m", "sh", "-c", script, disk.toString()),
                            List.of("analyze", trace.toString(), "--sql", "select 1"));

            assertEquals(ExitCode.WRONG_INPUT, llmprof.exit(), llmprof.errors());
            assertTrue(
                    llmprof.errors().contains("cannot be loaded from the temporary folder"),
                    llmprof.errors());
            assertTrue(llmprof.errors().contains("at   " + disk), llmprof.errors());
        }
    }

    @Test
    void aDirectoryThatExistsIsLeftAlone() throws Exception {
        Path taken = Files.createDirectory(directory.resolve("run"));
        Files.writeString(taken.resolve("mine.txt"), "mine");

        Llmprof llmprof = Llmprof.start(directory, List.of(), words(taken, "true"));

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertEquals(directory.resolve("run-2") + "\n", last(llmprof.output()));
        assertEquals(Verdict.DONE, ManifestFile.read(directory.resolve("run-2")).outcome());
        try (var files = Files.list(taken)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void runsOfTheSameSecondDoNotMeet() throws Exception {
        Path wanted = directory.resolve("20261115-142233");
        var all = new ArrayList<Llmprof>();
        for (int i = 0; i < 3; i++) {
            all.add(Llmprof.start(directory, List.of(), words(wanted, "true")));
        }

        for (Llmprof each : all) {
            assertEquals(ExitCode.OK, each.exit(), each.errors());
        }
        for (String name : List.of("20261115-142233", "20261115-142233-2", "20261115-142233-3")) {
            assertEquals(Verdict.DONE, ManifestFile.read(directory.resolve(name)).outcome(), name);
        }
    }

    /// Runs on a small disk of its own at `disk`; `after` is a shell line run there at the end.
    private Llmprof on(String options, String after, String... program) throws IOException {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeMayMount(disk);
        String script =
                "mount -t tmpfs -o "
                        + options
                        + " tmpfs \"$0\" || exit 99; \"$@\"; code=$?; cd \"$0\"; "
                        + (after.isEmpty() ? "" : after + "; ")
                        + "exit $code";
        List<String> wrapper = List.of("unshare", "-m", "sh", "-c", script, disk.toString());
        return Llmprof.start(directory, wrapper, words(disk.resolve("run"), program));
    }

    private static List<String> words(Path run, String... program) {
        return Llmprof.words(run, "direct_inference", List.of(), program);
    }

    private static void assumeMayMount(Path disk) {
        var mount = Command.of("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", disk.toString());
        var answer = new SystemProcesses(System.getenv()).ask(mount, Duration.ofMinutes(1));
        assumeTrue(
                answer.ended() instanceof Ended.Exited(int code, _) && code == 0,
                "no disk can be mounted here: " + answer.errors());
    }

    private static String last(String text) {
        return text.lines().reduce((_, line) -> line).orElse("") + "\n";
    }
}
