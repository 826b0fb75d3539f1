package dev.llmprof.study.capture;

import dev.llmprof.host.NsysExporter;
import dev.llmprof.host.NsysImporter;
import dev.llmprof.host.ThisMachine;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import dev.llmprof.tool.NsysExportAnswers;
import dev.llmprof.trace.nsys.NsysReportVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Exports reports with the installed nsys: a raw stream is imported first, and only the file that
/// appears counts.
public final class NsysExports implements NsysExport {
    private final Processes processes;
    private final Map<String, String> environment;

    public NsysExports(Processes processes, Map<String, String> environment) {
        this.processes = processes;
        this.environment = environment;
    }

    @Override
    public Path export(Path report, Path into) throws IOException {
        if (machine().program(Nsys.PROGRAM).isEmpty()) {
            throw NsysExportAnswers.notInstalled(report).found();
        }
        Path whole = NsysReportVersion.isStream(report) ? imported(report, into) : report;
        Path sqlite = into.resolve("export.sqlite");
        Path log = into.resolve("export.log");
        if (exporter().export(whole, sqlite, log).isPresent()) {
            throw problem(log, report).found();
        }
        return sqlite;
    }

    private Path imported(Path stream, Path into) throws IOException {
        Path importer =
                NsysImporter.find(machine())
                        .orElseThrow(() ->
                                new Problem(
                                                "this is a raw stream, and nsys's importer was not found",
                                                stream.toString(),
                                                "QdstrmImporter -i "
                                                        + stream
                                                        + ", then give llmprof the .nsys-rep")
                                        .found());
        Path report = into.resolve("import.nsys-rep");
        Path log = into.resolve("import.log");
        // The importer writes into the stream it reads.
        Path copy = Files.copy(stream, into.resolve("import.qdstrm"));
        boolean failed = exporter().importStream(importer, copy, report, log).isPresent();
        Files.delete(copy);
        if (failed) {
            throw problem(log, stream).found();
        }
        return report;
    }

    private ThisMachine machine() {
        return new ThisMachine(processes, environment);
    }

    private NsysExporter exporter() {
        return new NsysExporter(processes);
    }

    private Problem problem(Path log, Path report) throws IOException {
        String version =
                NsysAnswers.version(processes.ask(Nsys.version(), Duration.ofMinutes(1)).output())
                        .orElse("of unknown version");
        return NsysExportAnswers.problem(
                Files.exists(log) ? Files.readString(log) : "",
                version,
                NsysReportVersion.of(report),
                report);
    }
}
