package dev.llmprof.app;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.Version;
import dev.llmprof.cli.analyze.AnalyzeRun;
import dev.llmprof.host.Devices;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.study.CaptureReporting;
import dev.llmprof.study.Reporting;
import dev.llmprof.study.capture.NsysExport;
import dev.llmprof.study.capture.NsysExports;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// What `analyze` works with: each part is made when it is needed.
final class Analyses {

    private Analyses() {}

    static AnalyzeRun run(Console console) {
        NsysExport nsys = (report, folder) -> nsysExport().export(report, folder);
        return new AnalyzeRun(console, Analyses::stamp, Analyses::reporting, nsys);
    }

    private static Reporting reporting() {
        return new CaptureReporting(
                CaptureReporting.Context.of(
                        "llmprof " + Version.current().number(), Devices::named));
    }

    private static String stamp() {
        return LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
    }

    private static NsysExport nsysExport() {
        return new NsysExports(new SystemProcesses(System.getenv()), System.getenv());
    }
}
