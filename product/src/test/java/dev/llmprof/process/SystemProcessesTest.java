package dev.llmprof.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Processes.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real programs that behave badly. Each is told a word of its own, by which survivors are found.
class SystemProcessesTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir private Path directory;
    private final SystemProcesses processes =
            new SystemProcesses(System.getenv(), Duration.ofSeconds(1));

    @Test
    void tellsTheExitCode() {
        var exited = assertInstanceOf(Ended.Exited.class, run(LONG, "exit 7"));

        assertEquals(7, exited.code());
    }

    @Test
    void tellsASignalFromAnExitCodeThatLooksLikeOne() {
        assertEquals(
                15, assertInstanceOf(Ended.Signalled.class, run(LONG, "kill -TERM $$")).signal());
        assertEquals(143, assertInstanceOf(Ended.Exited.class, run(LONG, "exit 143")).code());
        assertEquals(
                11, assertInstanceOf(Ended.Signalled.class, run(LONG, "kill -SEGV $$")).signal());
    }

    @Test
    void anInterruptedWaitEndsTheProgram() throws Exception {
        var ended = new CompletableFuture<Ended>();
        Path up = directory.resolve("up");
        Thread waiting =
                Thread.ofPlatform()
                        .start(() ->
                                ended.complete(run(LONG, "echo $$ >'" + up + "'; exec sleep 100")));
        while (!Files.exists(up) || Files.size(up) == 0) {
            Thread.sleep(10);
        }
        waiting.interrupt();

        assertInstanceOf(Ended.TimedOut.class, ended.get());
        long pid = Long.parseLong(Files.readString(up).strip());
        assertTrue(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void saysWhatIsMissing() {
        Ended ended = processes.run(Command.of("no-such-program"), log(), Limits.of(LONG));

        assertEquals(new Ended.NotStarted("no program 'no-such-program' was found"), ended);
    }

    @Test
    void aNameThatNoFileCanHaveIsNotFound() {
        Ended ended = processes.run(Command.of("a\0b"), log(), Limits.of(LONG));

        assertEquals(new Ended.NotStarted("no program 'a\0b' was found"), ended);
    }

    @Test
    void saysWhyAProgramCannotBeStarted() throws IOException {
        Path file = Files.write(directory.resolve("garbage"), new byte[] {1, 2, 3});
        assertTrue(file.toFile().setExecutable(true));

        Ended ended = processes.run(Command.of(file.toString()), log(), Limits.of(LONG));

        assertEquals(new Ended.NotStarted(file + ": Exec format error"), ended);
    }

    @Test
    void keepsOutputAndErrorsInOneLogInTheirOrder() throws IOException {
        run(LONG, "echo one; echo two >&2; echo three");

        assertEquals("one\ntwo\nthree\n", Files.readString(log()));
    }

    @Test
    void givesTheProgramNothingToRead() {
        assertInstanceOf(Ended.Exited.class, run(LONG, "cat"));
    }

    @Test
    void startsInTheGivenDirectoryWithTheGivenVariables() throws IOException {
        Path there = Files.createDirectory(directory.resolve("there"));
        var command =
                new Command(
                        List.of("sh", "-c", "pwd; echo $COLOUR"),
                        Map.of("COLOUR", "grün"),
                        Optional.of(there));

        processes.run(command, log(), Limits.of(LONG));

        assertEquals(there.toRealPath() + "\ngrün\n", Files.readString(log()));
    }

    @Test
    void endsAProgramThatNeverEndsAndIgnoresTerm() throws IOException {
        Ended ended =
                run(
                        Duration.ofMillis(300),
                        "trap '' TERM; while :; do sleep 1000; done # " + word());

        assertInstanceOf(Ended.TimedOut.class, ended);
        assertEquals(Set.of(), survivors());
    }

    @Test
    void endsChildrenThatForkedTwiceIntoSessionsOfTheirOwn() throws IOException {
        Ended ended = run(LONG, "(setsid sh -c 'sleep 1000; : " + word() + "' &); exit 3");

        assertEquals(3, assertInstanceOf(Ended.Exited.class, ended).code());
        assertEquals(Set.of(), survivors());
    }

    @Test
    void endsChildrenThatThrewTheirEnvironmentAway() throws IOException {
        run(LONG, "(env -i /bin/sh -c 'sleep 1000; : " + word() + "' &); exit 0");

        assertEquals(Set.of(), survivors());
    }

    @Test
    void endsADaemonThatLeftItsSessionItsParentsAndItsEnvironment() throws IOException {
        String sleep = "sleep 1000; : " + word();
        run(LONG, "(env -i setsid /bin/sh -c '" + sleep + "' &); sleep 0.2; exit 0");

        assertEquals(Set.of(), survivors());
    }

    @Test
    void letsAProgramTidyUpWhenItsTimeIsOver() throws IOException {
        ended("trap 'echo tidy; exit 0' INT; while :; do sleep 0.1; done", Optional.empty());

        assertEquals("tidy\n", Files.readString(log()));
    }

    @Test
    void asksOneThatDoesNotHearTheFirstTimeByTerm() throws IOException {
        String deaf = "trap '' INT; trap 'echo tidy; exit 0' TERM; while :; do sleep 0.1; done";

        ended(deaf, Optional.empty());

        assertEquals("tidy\n", Files.readString(log()));
    }

    @Test
    void waitsForOneThatStillWrites() throws IOException {
        String writes =
                "trap 'touch \"$0/7.busy\"; sleep 6; echo written; rm \"$0/7.busy\"; exit 0' INT;"
                        + " while :; do sleep 0.1; done";

        ended(writes, Optional.of(directory));

        assertEquals("written\n", Files.readString(log()));
    }

    @Test
    void hearsWhatAProcessIsBusyWithBeforeWhatItPrints() {
        Set<String> heard = ConcurrentHashMap.newKeySet();
        String writes = "echo writing the trace >\"$0/7.busy\"; sleep 2";

        processes.run(
                Command.of("sh", "-c", writes, directory.toString()),
                log(),
                Limits.of(LONG).heardBy(heard::add).busyIn(directory));

        assertEquals(Set.of("writing the trace"), heard);
    }

    /// A shell cannot trap what its parent ignores, as whoever runs tests in the background does.
    private void ended(String script, Optional<Path> busy) {
        var limits = Limits.of(Duration.ofMillis(500));
        processes.run(
                Command.of("env", "--default-signal=INT", "sh", "-c", script, directory.toString()),
                log(),
                busy.map(limits::busyIn).orElse(limits));
    }

    @Test
    void standsAFloodOfOutput() throws IOException {
        Set<String> heard = ConcurrentHashMap.newKeySet();
        String flood = "yes 0123456789 | head -c 1000000000; exit 4";

        Ended ended =
                processes.run(
                        Command.of("sh", "-c", flood), log(), Limits.of(LONG).heardBy(heard::add));

        assertEquals(4, assertInstanceOf(Ended.Exited.class, ended).code());
        assertEquals(1_000_000_000, Files.size(log()));
        assertTrue(heard.stream().allMatch("0123456789"::startsWith), heard::toString);
    }

    @Test
    void countsThePeakMemoryOfOneProgram() {
        String java = System.getProperty("java.home") + "/bin/java";
        // Less than this JVM's own peak cannot be told apart from it.
        long bytes = Self.ownPeakBytes() + 500_000_000;
        Command large =
                Command.of(java, "-Xms" + bytes, "-Xmx" + bytes, "-XX:+AlwaysPreTouch", "-version");
        Command small = Command.of("true");

        var first = (Ended.Exited) processes.run(large, log(), Limits.of(LONG));
        var second = (Ended.Exited) processes.run(small, log(), Limits.of(LONG));

        assertTrue(first.usage().peakBytes() > bytes, () -> bytes + " " + first);
        assertTrue(second.usage().peakBytes() < bytes, () -> bytes + " " + second);
    }

    @Test
    void answersWithOutputAndErrorsApart() {
        var answer = processes.ask(Command.of("sh", "-c", "echo yes; echo no >&2"), LONG);

        assertEquals("yes\n", answer.output());
        assertEquals("no\n", answer.errors());
    }

    @Test
    void tellsAListenerTheNewestLine() throws InterruptedException {
        Set<String> heard = ConcurrentHashMap.newKeySet();
        var twice = new CountDownLatch(2);
        Thread.ofVirtual()
                .start(() ->
                        processes.run(
                                Command.of("sh", "-c", "echo a; sleep 1; echo b; sleep 60"),
                                log(),
                                Limits.of(LONG)
                                        .heardBy(line -> {
                                            heard.add(line);
                                            twice.countDown();
                                        })));
        twice.await();
        processes.interrupt();

        assertEquals(Set.of("a", "b"), heard);
    }

    @Test
    void anInterruptionEndsWhatRunsAndStartsNothingMore() throws Exception {
        var started = new CountDownLatch(1);
        var limits = Limits.of(LONG).heardBy(_ -> started.countDown());
        var command = Command.of("sh", "-c", "echo up; sleep 1000 # " + word());
        var running = CompletableFuture.supplyAsync(() -> processes.run(command, log(), limits));
        started.await();

        processes.interrupt();

        assertInstanceOf(Ended.Interrupted.class, running.get());
        assertEquals(Set.of(), survivors());
        assertInstanceOf(Ended.Interrupted.class, run(LONG, "exit 0"));
    }

    private Ended run(Duration deadline, String script) {
        return processes.run(Command.of("sh", "-c", script), log(), Limits.of(deadline));
    }

    private Path log() {
        return directory.resolve("log");
    }

    private String word() {
        return "word-" + directory.getFileName();
    }

    private Set<String> survivors() throws IOException {
        return Survivors.mentioning(word());
    }
}
