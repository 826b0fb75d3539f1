package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.testing.kineto.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several llmprofs at once, in one directory.
class TogetherIT {
    private static final int AT_ONCE = 8;

    @TempDir private Path directory;

    @Test
    void analysesAtOnceHaveDirectoriesOfTheirOwn() throws Exception {
        List<Llmprof> all = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            Path trace = trace("t" + i + ".json");
            all.add(start("analyze", trace.toString()));
        }

        Set<String> told = new TreeSet<>();
        for (int i = 0; i < AT_ONCE; i++) {
            assertEquals(ExitCode.OK, all.get(i).exit(), all.get(i).errors());
            Path output = Path.of(lastWord(all.get(i), "tables  "));
            told.add(output.toString());
            String metrics = Files.readString(directory.resolve(output).resolve("metrics.json"));
            assertTrue(metrics.contains("t" + i + ".json"), metrics);
        }
        assertEquals(AT_ONCE, told.size());
    }

    @Test
    void twoAnalysesInOneDirectoryAreNotMixed() throws Exception {
        Path trace = trace("t.json");
        List<Llmprof> all = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            all.add(start("analyze", trace.toString(), "--output", "one"));
        }

        for (Llmprof each : all) {
            int code = each.exit();
            assertTrue(
                    code == ExitCode.OK
                            || each.errors().startsWith("error: another llmprof is running here"),
                    each.errors());
        }
    }

    private Path trace(String name) throws IOException {
        return Files.write(
                directory.resolve(name), Programs.all().values().iterator().next().json());
    }

    private Llmprof start(String... words) throws IOException {
        return Llmprof.start(directory, List.of("env", "-C", "" + directory), List.of(words));
    }

    private static String lastWord(Llmprof llmprof, String before) throws IOException {
        return llmprof.errors()
                .lines()
                .filter(line -> line.startsWith(before))
                .map(line -> line.substring(before.length()))
                .findFirst()
                .orElseThrow();
    }
}
