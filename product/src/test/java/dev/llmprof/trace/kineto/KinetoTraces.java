package dev.llmprof.trace.kineto;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// The first trace of a file or stream, for tests that want just one.
public final class KinetoTraces {
    private KinetoTraces() {}

    public static Trace read(Path file, LongConsumer progress) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(file.toString(), in, progress);
        }
    }

    public static Trace read(String source, InputStream in, LongConsumer progress)
            throws IOException {
        List<Trace> traces = new ArrayList<>();
        KinetoFiles.each(
                source,
                in,
                progress,
                new KinetoFiles.Taker() {
                    @Override
                    public void trace(Trace trace) {
                        traces.add(trace);
                    }

                    @Override
                    public void problem(Problem problem) {}
                });
        return traces.getFirst();
    }
}
