package dev.llmprof.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The files we make up are files to the real tools as well, which find in them what we say is in
/// them.
class NsightFixturesIT {
    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void nsysGivesTheTablesThatWereDescribed(NsysSchema schema) throws IOException {
        Path nsys = RealTool.nsys();
        Path sqlite = RecordedTables.own(directory, schema);
        for (String report :
                List.of(
                        "gpukernsum",
                        "gpumemtimesum",
                        "cudaapisum",
                        "nvtxsum",
                        "nvtxgpuproj",
                        "nvtxkernsum")) {
            Path out = directory.resolve(schema + "");
            run(nsys + "", "stats", "-q", "-r", report, "-f", "csv", "-o", out + "", sqlite + "");
            assertEquals(
                    sorted(RecordedTables.own(report)),
                    sorted(NsysCsvRows.read(Path.of(out + "_" + report + ".csv"))),
                    report);
        }
    }

    private static List<String> sorted(List<List<String>> table) {
        return table.stream().map(List::toString).sorted().toList();
    }

    private static String run(String... words) {
        var answer =
                new SystemProcesses(System.getenv())
                        .ask(Command.of(words), Duration.ofMinutes(2));
        var ended = assertInstanceOf(Ended.Exited.class, answer.ended());
        assertEquals(0, ended.code(), answer.toString());
        return answer.output();
    }
}
