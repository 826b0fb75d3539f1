package dev.llmprof.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.llmprof.analysis.nsys.NsysCsvRows;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.nsight.NcuPages;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRun;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files we make up are files to the real tools as well, which find in them what we say is in
/// them.
class NsightFixturesIT {
    private static final List<String> REPORTS =
            List.of(
                    "gpukernsum",
                    "gpumemtimesum",
                    "cudaapisum",
                    "nvtxsum",
                    "nvtxgpuproj",
                    "nvtxkernsum");

    @TempDir Path directory;

    @Test
    void nsysGivesTheTablesThatWereDescribed() throws IOException {
        Path nsys = RealTool.nsys();
        for (NsysSchema schema : NsysSchema.values()) {
            Path sqlite = RecordedTables.own(directory, schema);
            for (String report : REPORTS) {
                String out = directory.resolve(schema + "").toString();
                run(nsys + "", "stats", "-q", "-r", report, "-f", "csv", "-o", out, sqlite + "");
                assertEquals(
                        sorted(RecordedTables.own(report)),
                        sorted(NsysCsvRows.read(Path.of(out + "_" + report + ".csv"))),
                        schema + " " + report);
            }
        }
    }

    @Test
    void ncuPrintsTheValuesThatWereDescribed() throws IOException {
        Path ncu = RealTool.ncu();
        NcuRun run = NcuRuns.inference();
        Path report = NcuReportFile.write(run, directory.resolve("kernels.ncu-rep"));
        String page =
                run(
                        ncu + "",
                        "--import",
                        report + "",
                        "--csv",
                        "--page",
                        "raw",
                        "--print-units",
                        "base",
                        "--print-fp");
        List<List<String>> printed =
                NsysCsvRows.read(Files.writeString(directory.resolve("printed.csv"), page));
        List<List<String>> described =
                NsysCsvRows.read(
                        Files.writeString(directory.resolve("own.csv"), NcuPages.rawBase(run)));
        Map<String, List<String>> actual = columns(printed);
        columns(described)
                .forEach((title, column) ->
                        assertEquals(column + "", actual.get(title) + "", title));
        assertEquals(described.getFirst().size(), printed.getFirst().size());
    }

    /// Without the time, which ncu gives in the zone of the machine, and without units, which it
    /// knows only of the device that was there.
    private static Map<String, List<String>> columns(List<List<String>> table) {
        Map<String, List<String>> columns = new TreeMap<>();
        for (int at = 0; at < table.getFirst().size(); at++) {
            int column = at;
            columns.put(
                    table.getFirst().get(at),
                    table.stream().skip(2).map(row -> row.get(column)).toList());
        }
        columns.remove("Kernel Time");
        return columns;
    }

    private static List<String> sorted(List<List<String>> table) {
        return table.stream().map(List::toString).sorted().toList();
    }

    private static String run(String... words) {
        var answer =
                new SystemProcesses(System.getenv()).ask(Command.of(words), Duration.ofMinutes(2));
        var ended = assertInstanceOf(Ended.Exited.class, answer.ended());
        assertEquals(0, ended.code(), answer.toString());
        return answer.output();
    }
}
