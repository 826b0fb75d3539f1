package dev.llmprof.analysis;

import dev.llmprof.analysis.nsys.NsysCsvRows;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import dev.llmprof.testing.nsight.NsysTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/// Exports of nsys, each with a table that must come out of it: of a run we made up, in every
/// schema, and of what others recorded, where that is.
public final class RecordedTables {
    private static final NsysRun RUN = NsysRuns.generated(12, 6);

    private RecordedTables() {}

    public static Stream<Arguments> own(Path directory, String... reports) {
        return Stream.of(reports)
                .flatMap(report -> {
                    List<List<String>> table = own(report);
                    return Stream.of(NsysSchema.values())
                            .map(schema -> arguments(own(directory, schema), report, table));
                });
    }

    static List<List<String>> own(String report) {
        return NsysTables.of(report, RUN);
    }

    static Path own(Path directory, NsysSchema schema) {
        Path file = directory.resolve(schema + ".sqlite");
        return Files.exists(file) ? file : NsysExport.write(RUN, schema, file);
    }

    /// The CSVs beside it are those of nsys 2022.4.2 on the same file.
    public static Stream<Arguments> shared(String name, String... reports) {
        Optional<Path> sqlite = SharedData.ifHere("nsight/" + name + ".sqlite");
        return sqlite.stream()
                .flatMap(file ->
                        Stream.of(reports)
                                .map(report -> arguments(file, report, table(name, report))));
    }

    private static Arguments arguments(Path sqlite, String report, List<List<String>> table) {
        String rows = table.size() - 1 + " rows";
        return Arguments.of(
                Named.of(sqlite.getFileName() + "", sqlite), Named.of(rows, table), report);
    }

    private static List<List<String>> table(String name, String report) {
        try {
            return NsysCsvRows.read(SharedData.at("nsight/" + name + ".nsys-" + report + ".csv"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
