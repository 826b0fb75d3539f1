package dev.llmprof.trace.nsys;

import dev.llmprof.problem.Problem;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.AllocationTable;
import dev.llmprof.trace.CollectiveTable;
import dev.llmprof.trace.FrameTable;
import dev.llmprof.trace.GpuRangeTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Reading;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.sqlite.SqliteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.LongConsumer;

/// Reads what `nsys export --type sqlite` wrote, schemas 3.0 to 3.25: columns by name, a table that
/// is not there is empty.
public final class NsysSqlite {
    private NsysSqlite() {}

    /// All of it: GPU work, calls, ranges, devices. Under the name of the report it was exported
    /// from; tells how many bytes were read.
    public static Trace read(Path path, String source, LongConsumer progress) throws IOException {
        try (var file = open(path)) {
            file.report(progress);
            var reader = new Parts(file);
            GpuTable.Builder gpu = reader.gpu();
            HostTable.Builder host = reader.host();
            Symbols texts = reader.symbols.build();
            return new Trace(
                    source,
                    "nsys",
                    gpu.build(texts),
                    host.build(texts),
                    FrameTable.NONE,
                    GpuRangeTable.NONE,
                    AllocationTable.NONE,
                    CollectiveTable.none(),
                    NsysFacts.devices(file),
                    Optional.empty(),
                    NsysFacts.facts(file),
                    reader.reading(path));
        }
    }

    /// Only the GPU's work, for a kernel summary.
    public static GpuTable readGpu(Path path) throws IOException {
        try (var file = open(path)) {
            var reader = new Parts(file);
            GpuTable.Builder gpu = reader.gpu();
            return gpu.build(reader.symbols.build());
        }
    }

    /// The NVTX ranges seen and how often, `domain:range` outside the default domain.
    public static SortedMap<String, Long> rangeCounts(Path path) throws IOException {
        try (var file = open(path)) {
            return NsysFacts.rangeCounts(file);
        }
    }

    private static SqliteFile open(Path path) throws IOException {
        SqliteFile file = SqliteFile.open(path);
        if (file.table("StringIds").isEmpty()) {
            Problem foreign = ForeignDatabase.problem(path, file.tableNames());
            file.close();
            throw foreign.found();
        }
        return file;
    }

    private static final class Parts {
        private final SqliteFile file;
        private final Symbols.Builder symbols = new Symbols.Builder();
        private final NsysCounts counts = new NsysCounts();
        private final NsysProcesses processes = new NsysProcesses();
        private final NsysStrings strings;

        Parts(SqliteFile file) {
            this.file = file;
            this.strings = new NsysStrings(file, symbols);
        }

        GpuTable.Builder gpu() {
            return new NsysGpuReader(strings, processes, counts).read(file);
        }

        HostTable.Builder host() {
            return new NsysHostReader(strings, processes, counts).read(file);
        }

        Reading reading(Path path) throws IOException {
            List<String> remarks = new ArrayList<>();
            file.problems().forEach(problem -> remarks.add(problem.what()));
            NsysFacts.wholeGraphs(file).ifPresent(remarks::add);
            remarks.addAll(NsysFacts.diagnostics(file));
            if (symbols.others() > 0) {
                remarks.add(Symbols.remark(symbols.others()));
            }
            return counts.reading(
                    Files.size(path),
                    remarks,
                    file.problems().size(),
                    NsysFacts.overheadNanos(file));
        }
    }
}
