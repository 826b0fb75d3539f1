package dev.llmprof.stage.nsys;

import dev.llmprof.host.NsysExporter;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes a report of the raw stream that nsys leaves where it does not find its importer: without
/// the secrets in it. Where nsys does not take it so, the recording goes before: the report is then
/// made of the stream as it is, and only its user may read it.
record StreamImport(NsysExporter exporter, NsysReading reading, Consumer<String> says) {

    /// What stands in the way of a report. The stream is gone where there is one.
    Optional<Problem> make(Path importer, Path stream, Path log) {
        Path report = StageFiles.sibling(stream, ".nsys-rep");
        StageFiles.keepPrivate(stream);
        Path clean = stream.resolveSibling("clean-" + stream.getFileName());
        boolean held = hide(stream, clean);
        Optional<Ended> failed =
                exporter.importStream(importer, held ? clean : stream, report, log);
        if (held && failed.isPresent() && !(failed.get() instanceof Ended.Interrupted)) {
            says.accept(
                    "nsys's importer did not take the stream without the secrets in it, so "
                            + report.getFileName()
                            + " is made of it as it is");
            failed = exporter.importStream(importer, stream, report, log);
            if (failed.isEmpty()) {
                StageFiles.keepPrivate(report);
            }
        }
        StageFiles.remove(clean);
        return failed.map(ended -> problem(ended, importer, stream, log))
                .or(() -> {
                    StageFiles.remove(stream);
                    return Optional.empty();
                });
    }

    /// A disk that has no room for a second stream must not cost the first.
    private boolean hide(Path stream, Path clean) {
        try {
            return reading.hideInStream(stream, clean);
        } catch (UncheckedIOException e) {
            says.accept("secrets were left in " + stream.getFileName() + ": " + e.getMessage());
            return false;
        }
    }

    /// As it is, for whoever wants the environment in it.
    Optional<Problem> makeWhole(Path importer, Path stream, Path log) {
        Path report = StageFiles.sibling(stream, ".nsys-rep");
        Optional<Ended> failed = exporter.importStream(importer, stream, report, log);
        if (failed.isEmpty()) {
            StageFiles.remove(stream);
        }
        return failed.map(ended -> problem(ended, importer, stream, log));
    }

    private static Problem problem(Ended ended, Path importer, Path stream, Path log) {
        return new Problem(
                "the recorded stream could not be imported: " + EndedWords.of(ended),
                log.toString(),
                "import it by hand: "
                        + importer
                        + " -i "
                        + stream
                        + "\nor record again; a stream of a killed nsys is not complete");
    }
}
