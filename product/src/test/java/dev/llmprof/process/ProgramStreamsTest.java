package dev.llmprof.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.process.Processes.Limits;
import dev.llmprof.secret.Secrets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a user's program reads and says, over several passes.
class ProgramStreamsTest {
    @TempDir private Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> remarks = new ArrayList<>();

    @Test
    void theFirstPassIsHeardAndEveryPassIsInItsLog() throws IOException {
        SystemProcesses processes = processes(InputStream.nullInputStream());

        String first = log(processes, "echo one; echo two >&2");
        String second = log(processes, "echo one; echo two >&2");

        assertEquals("one\n", out.toString(StandardCharsets.UTF_8));
        assertEquals("two\n", err.toString(StandardCharsets.UTF_8));
        assertEquals(List.of("one", "two"), first.lines().sorted().toList());
        assertEquals("one\ntwo\n", second);
    }

    @Test
    void secretsAreHeardButNotKept() throws IOException {
        Secrets.learn("PROGRAMSTREAMSTEST_TOKEN", "heard-0not1kept");
        SystemProcesses processes = processes(InputStream.nullInputStream());
        String said = "echo a heard-0not1kept; sleep 0.2; echo b heard-0not1kept >&2";

        String first = log(processes, said);
        String second = log(processes, said);

        assertEquals("a heard-0not1kept\n", out.toString(StandardCharsets.UTF_8));
        assertEquals("a (hidden)\nb (hidden)\n", first);
        assertEquals("a (hidden)\nb (hidden)\n", second);
    }

    /// A log whose lines are torn apart has words in it that nobody said.
    @Test
    void bothOutputsMeetInTheLogBetweenLinesOnly() throws IOException {
        SystemProcesses processes = processes(InputStream.nullInputStream());

        String log =
                log(
                        processes,
                        "printf 'a line '; sleep 0.2; echo error >&2; sleep 0.2; echo ends;"
                                + " printf 'no end'");

        assertEquals(List.of("a line ends", "error", "no end"), log.lines().sorted().toList());
        assertEquals("a line ends\nno end", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theLogOfAServerOrAToolHasNoSecretsEither() throws IOException {
        Secrets.learn("PROGRAMSTREAMSTEST_TOKEN", "heard-0not1kept");
        Path log = directory.resolve("server.log");
        processes(InputStream.nullInputStream())
                .run(
                        Command.of("sh", "-c", "cat; echo a heard-0not1kept; echo b >&2"),
                        log,
                        Limits.of(Duration.ofMinutes(1)));

        assertEquals("a (hidden)\nb\n", Files.readString(log));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void everyPassReadsTheSame() throws IOException {
        byte[] input = "some lines\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        SystemProcesses processes = processes(new ByteArrayInputStream(input));

        assertEquals("some lines\n", log(processes, "head -n 1"));
        assertEquals("1100000\n", log(processes, "wc -c"));
        assertEquals("1100000\n", log(processes, "wc -c"));
        assertEquals(List.of(), remarks);
    }

    @Test
    void whatIsMoreThanIsKeptGoesToTheFirstPassAndTheNextIsToldSo() throws IOException {
        SystemProcesses processes = processes(zeros(ProgramInput.MOST_KEPT_BYTES + 1_000_000));

        assertEquals("65000000\n", log(processes, "wc -c"));
        assertEquals("63963136\n", log(processes, "wc -c"));
        assertEquals(
                List.of("standard input had more than 64 MB; this pass reads the first of it"),
                remarks);
    }

    @Test
    void aProgramThatDoesNotReadIsNotWaitedFor() throws IOException {
        SystemProcesses processes = processes(zeros(10_000_000));

        assertEquals("done\n", log(processes, "echo done"));
        assertEquals("10000000\n", log(processes, "wc -c"));
    }

    @Test
    void otherProgramsReadNothing() throws IOException {
        SystemProcesses processes =
                processes(new ByteArrayInputStream("input".getBytes(StandardCharsets.UTF_8)));
        Path log = directory.resolve("other.log");

        processes.run(Command.of("cat"), log, Limits.of(Duration.ofMinutes(1)));

        assertEquals("", Files.readString(log));
        assertEquals("input", log(processes, "cat"));
    }

    private SystemProcesses processes(InputStream input) {
        return new SystemProcesses(
                System.getenv(),
                ProgramStreams.of(
                        input, Optional.of(new ProgramStreams.Audience(out, err)), remarks::add));
    }

    private String log(SystemProcesses processes, String script) throws IOException {
        Path log = Files.createTempFile(directory, "tool", ".log");
        var command = new Command(List.of("sh", "-c", script), Map.of(), Optional.empty(), true);
        processes.run(command, log, Limits.of(Duration.ofMinutes(1)));
        return Files.readString(log);
    }

    /// In pieces of 64 kB, as a pipe gives them.
    private static InputStream zeros(long bytes) {
        return new InputStream() {
            private long left = bytes;

            @Override
            public int read() {
                return left-- > 0 ? 0 : -1;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                int count = (int) Math.min(left, length);
                left -= count;
                return count == 0 ? -1 : count;
            }
        };
    }
}
