package dev.llmprof.study.capture;

import dev.llmprof.host.NsysImporter;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Executables;
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
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Processes processes;
    private final Map<String, String> environment;

    public NsysExports(Processes processes, Map<String, String> environment) {
        this.processes = processes;
        this.environment = environment;
    }

    @Override
    public Path export(Path report, Path into) throws IOException {
        if (Executables.find(Nsys.PROGRAM, environment).isEmpty()) {
            throw NsysExportAnswers.notInstalled(report).found();
        }
        Path whole = NsysReportVersion.isStream(report) ? imported(report, into) : report;
        Path sqlite = into.resolve("export.sqlite");
        Processes.Answer answer = processes.ask(Nsys.export(whole, sqlite), PATIENCE);
        if (failed(answer) || !Files.exists(sqlite)) {
            throw problem(answer, report).found();
        }
        return sqlite;
    }

    private Path imported(Path stream, Path into) throws IOException {
        Path importer =
                NsysImporter.find(environment)
                        .orElseThrow(() ->
                                new Problem(
                                                "this is a raw stream, and nsys's importer was not found",
                                                stream.toString(),
                                                "QdstrmImporter -i "
                                                        + stream
                                                        + ", then give llmprof the .nsys-rep")
                                        .found());
        Path report = into.resolve("import.nsys-rep");
        Processes.Answer answer =
                processes.ask(Nsys.importStream(importer, stream, report), PATIENCE);
        if (!Files.exists(report)) {
            throw problem(answer, stream).found();
        }
        return report;
    }

    private Problem problem(Processes.Answer answer, Path report) throws IOException {
        String version =
                NsysAnswers.version(processes.ask(Nsys.version(), Duration.ofMinutes(1)).output())
                        .orElse("of unknown version");
        return NsysExportAnswers.problem(
                answer.output() + "\n" + answer.errors(),
                version,
                NsysReportVersion.of(report),
                report);
    }

    private static boolean failed(Processes.Answer answer) {
        return !(answer.ended() instanceof Ended.Exited(int code, _) && code == 0);
    }
}
