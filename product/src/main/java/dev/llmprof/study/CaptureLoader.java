package dev.llmprof.study;

import dev.llmprof.problem.Problem;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.NsysExport;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoFiles;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuDirectory;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuReport;
import dev.llmprof.trace.nsys.EmittedOperators;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import dev.llmprof.trace.nsys.NsysSqlite;
import dev.llmprof.trace.nsys.NsysTraceCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Reads a capture of any kind into tables: the only place that knows which reader a kind has.
final class CaptureLoader {
    private final ReadProgress.Watch watch;
    private final NsysExport nsys;
    private final Taker taker;

    CaptureLoader(ReadProgress.Watch watch, NsysExport nsys, Taker taker) {
        this.watch = watch;
        this.nsys = nsys;
        this.taker = taker;
    }

    /// Told of what a capture holds, one trace after the other, so that none need stay while the
    /// next one comes.
    interface Taker extends KinetoFiles.Taker {
        void profile(String source, NcuProfile profile);

        void summary(String source, NsysKernelSummary summary);
    }

    /// A file that cannot be read is a problem to tell; the others go on.
    void read(Input input) throws IOException {
        ReadProgress progress = progress(input, input.bytes());
        try {
            load(input, progress);
        } catch (Problem.Found found) {
            found.problems().forEach(taker::problem);
        } finally {
            progress.done();
        }
    }

    private void load(Input input, ReadProgress progress) throws IOException {
        switch (input.kind()) {
            case TORCH_TRACE -> torch(input, progress);
            case NCU_REPORT -> profile(input, NcuReport.read(input.path()));
            case NCU_CSV -> profile(input, NcuCsv.read(input.path()));
            case NCU_FOLDERS -> profile(input, NcuDirectory.read(input.path()).profile());
            case NSYS_SQLITE -> taker.trace(sqlite(input.path(), input, progress));
            case NSYS_REPORT -> exported(input);
            case NSYS_CSV -> nsysTable(input);
            case UNKNOWN ->
                    taker.problem(
                            new Problem(
                                    "cannot read a file of this kind: " + input.kind().label(),
                                    input.path().toString(),
                                    "leave it out"));
        }
    }

    /// The export is read into memory, so it need not stay.
    private void exported(Input input) throws IOException {
        Path folder = Files.createTempDirectory("llmprof-nsys");
        try {
            Path sqlite = nsys.export(input.path(), folder);
            ReadProgress progress = progress(input, Files.size(sqlite));
            Trace trace = sqlite(sqlite, input, progress);
            progress.done();
            taker.trace(trace);
        } finally {
            OutputFiles.delete(folder);
        }
    }

    private ReadProgress progress(Input input, long bytes) {
        return watch.reading(input.path().toString(), bytes);
    }

    private static Trace sqlite(Path file, Input input, ReadProgress progress) throws IOException {
        return EmittedOperators.in(NsysSqlite.read(file, input.path().toString(), progress));
    }

    private void nsysTable(Input input) throws IOException {
        Optional<Trace> events = NsysTraceCsv.read(input.path());
        if (events.isPresent()) {
            taker.trace(events.get());
            return;
        }
        taker.summary(input.path().toString(), NsysKernelSummary.read(input.path()));
    }

    private void profile(Input input, NcuProfile profile) {
        taker.profile(input.path().toString(), profile);
    }

    private void torch(Input input, ReadProgress progress) throws IOException {
        if (input.isStandardInput()) {
            KinetoFiles.each("standard input", System.in, progress, taker);
        } else {
            KinetoFiles.each(input.path(), progress, taker);
        }
    }
}
