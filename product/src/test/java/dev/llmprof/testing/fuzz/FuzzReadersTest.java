package dev.llmprof.testing.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A thousand damaged files for each reader: each is read, or refused in words.
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FuzzReadersTest {
    private static final long SEED = 1;
    private static final int CASES = Integer.getInteger("fuzz.cases", 1_000);

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> aDamagedFileIsReadOrRefusedInWords() throws IOException {
        // As many readers at a time as there are cores, each in a folder of its own.
        ExecutorService readers =
                Executors.newFixedThreadPool(
                        Runtime.getRuntime().availableProcessors(),
                        Thread.ofPlatform().daemon().factory());
        List<DynamicTest> tests = new ArrayList<>();
        for (FuzzTarget target : FuzzMain.targets(folder)) {
            Future<FuzzRun.Counts> counts =
                    readers.submit(() -> FuzzRun.of(target, SEED, 0, CASES, own(target)));
            tests.add(DynamicTest.dynamicTest(target.name(), () -> fuzzed(counts.get())));
        }
        readers.shutdown();
        return tests.stream();
    }

    /// Else nothing behind the first check would ever be reached.
    @TestFactory
    Stream<DynamicTest> aWholeFileIsRead() throws IOException {
        return FuzzMain.targets(folder).stream()
                .map(target -> DynamicTest.dynamicTest(target.name(), () -> read(target)));
    }

    private static void fuzzed(FuzzRun.Counts counts) {
        assertEquals(List.of(), counts.failures());
        assertEquals(CASES, counts.read() + counts.refused());
        assertTrue(counts.read() > CASES / 20, counts.toString());
    }

    private void read(FuzzTarget target) throws Exception {
        for (byte[] seed : target.seeds()) {
            target.reading().read(seed, own(target));
        }
    }

    private Path own(FuzzTarget target) throws IOException {
        return Files.createDirectories(folder.resolve(target.name().replace(' ', '-')));
    }
}
