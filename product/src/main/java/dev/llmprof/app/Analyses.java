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
import java.util.List;
import java.util.Locale;

/// What `analyze` works with: each part is made when it is needed.
final class Analyses {

    private Analyses() {}

    static boolean areAskedFor(List<String> words) {
        return !words.isEmpty()
                && words.getFirst().equals("analyze")
                && AnalyzeRun.understands(words.subList(1, words.size()));
    }

    static AnalyzeRun run(Console console, PluginLists lists) {
        NsysExport nsys = (report, folder) -> nsysExport().export(report, folder);
        return new AnalyzeRun(console, Analyses::stamp, () -> reporting(lists), nsys);
    }

    private static Reporting reporting(PluginLists lists) {
        return new CaptureReporting(
                CaptureReporting.Context.of(
                        "llmprof " + Version.current().number(), Devices::named),
                lists.sections().get());
    }

    private static String stamp() {
        return LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
    }

    private static NsysExport nsysExport() {
        return new NsysExports(new SystemProcesses(System.getenv()), System.getenv());
    }
}
