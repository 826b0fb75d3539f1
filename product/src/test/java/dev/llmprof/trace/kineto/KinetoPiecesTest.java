package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.table.LongColumn;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.trace.AllocationTable;
import dev.llmprof.trace.FrameTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KinetoPiecesTest {
    private static final int PIECE_BYTES = 400;
    private static final int CORES = 3;

    @TempDir Path directory;

    @Test
    void makesTheTablesThatOneThreadMakes() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            byte[] json = GeneratedTrace.json(seed).getBytes(StandardCharsets.UTF_8);
            assertEquals(alone(json), inPieces(json), "seed " + seed);
        }
        byte[] recording = Programs.oddities().json();
        assertEquals(alone(recording), inPieces(recording));
    }

    @Test
    void readsOnAloneFromWhateverIsBroken() throws IOException {
        byte[] json = GeneratedTrace.json(5).getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < json.length; at += 61) {
            byte[] damaged = json.clone();
            damaged[at] = '"';
            assertEquals(alone(damaged), inPieces(damaged), "a quote at byte " + at);
        }
    }

    @Test
    void readsOnAloneFromPairsThatMayEndInALaterPiece() throws IOException {
        String pair = event("B", "outer", 1) + "," + event("E", "outer", 2_000);
        byte[] json =
                ("[" + kernels(40) + "," + pair + "," + kernels(40) + "]")
                        .getBytes(StandardCharsets.UTF_8);
        assertEquals(alone(json), inPieces(json));
    }

    @Test
    void leavesOnlyTheLastPieceToOneThread() throws IOException {
        String json = "[" + kernels(100) + "]";
        Path file = Files.writeString(directory.resolve("kernels.json"), json);
        try (FileChannel channel = FileChannel.open(file)) {
            KinetoEvents events = new KinetoEvents();
            long place = new KinetoPieces(channel, PIECE_BYTES, CORES, _ -> {}).readInto(events, 1);
            assertTrue(json.length() - place < 2 * PIECE_BYTES, "read to byte " + place);
            assertEquals(json.substring(0, (int) place).split("ph", -1).length - 1, events.count());
        }
    }

    private static String kernels(int count) {
        return IntStream.range(0, count)
                .mapToObj(at -> event("X", "k" + at % 7, at))
                .collect(Collectors.joining(","));
    }

    private static String event(String phase, String name, long time) {
        return """
        {"ph":"%s","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":1,"args":{"stream":7}}\
        """
                .formatted(phase, name, time);
    }

    private static String alone(byte[] json) {
        return said(() -> KinetoReader.read("t", new ByteArrayInputStream(json)));
    }

    private String inPieces(byte[] json) throws IOException {
        Path file = Files.write(directory.resolve("trace.json"), json);
        try (FileChannel channel = FileChannel.open(file)) {
            var pieces = new KinetoPieces(channel, PIECE_BYTES, CORES, _ -> {});
            return said(() ->
                    KinetoReader.read("t", Channels.newInputStream(channel), Optional.of(pieces)));
        }
    }

    /// All there is in a trace, numbers of texts, lanes and threads included.
    private static String said(Supplier<Trace> read) {
        Trace trace;
        try {
            trace = read.get();
        } catch (Problem.Found found) {
            return found.problems().toString();
        }
        return String.join(
                "\n",
                trace.reading().toString(),
                trace.facts().toString(),
                JacksonReference.gpu(trace.gpu()).toString(),
                JacksonReference.host(trace.host()).toString(),
                codes(trace.gpu()),
                codes(trace.host()),
                frames(trace.frames()),
                numbers(trace.gpuRanges().startNanos()),
                allocations(trace.allocations()));
    }

    private static String codes(GpuTable gpu) {
        return gpu.lane().values()
                + "\n"
                + gpu.shape().values()
                + "\n"
                + IntStream.range(0, gpu.size())
                        .mapToObj(row ->
                                List.of(
                                        gpu.kindOf(row),
                                        gpu.name().code(row),
                                        gpu.lane().code(row),
                                        gpu.shape().code(row)))
                        .toList();
    }

    private static String codes(HostTable host) {
        return host.thread().values()
                + "\n"
                + IntStream.range(0, host.size())
                        .mapToObj(row ->
                                List.of(
                                        host.kindOf(row),
                                        host.name().code(row),
                                        host.thread().code(row),
                                        host.inputShapes().code(row),
                                        host.inputTypes().code(row),
                                        host.kernel().code(row),
                                        host.domain().code(row),
                                        host.arguments().code(row)))
                        .toList();
    }

    private static String frames(FrameTable frames) {
        return IntStream.range(0, frames.size())
                .mapToObj(row ->
                        List.of(
                                frames.name().get(row),
                                frames.startNanos().get(row),
                                frames.durationNanos().get(row),
                                frames.thread().get(row)))
                .toList()
                .toString();
    }

    private static String allocations(AllocationTable rows) {
        return numbers(rows.timeNanos()) + numbers(rows.bytes());
    }

    private static String numbers(LongColumn column) {
        return IntStream.range(0, column.size()).mapToObj(column::get).toList().toString();
    }
}
