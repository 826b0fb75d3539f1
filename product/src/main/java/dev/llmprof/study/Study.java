package dev.llmprof.study;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.ReportFiles;
import dev.llmprof.report.table.FindingTables;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.Inputs;
import dev.llmprof.study.capture.ReadingCores;
import dev.llmprof.study.perfetto.PerfettoFile;
import dev.llmprof.study.table.TableFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Captures → tables → findings → files: the one way that `analyze`, `report` and the end of a run
/// take. It says nothing to anybody but its listener.
public final class Study {
    private final StudyRequest request;
    private final StudyListener listener;
    private final List<Input> inputs;

    private Study(StudyRequest request, StudyListener listener) throws IOException {
        this.request = request;
        this.listener = listener;
        this.inputs = Inputs.of(request.captures(), request.parts().formats());
    }

    /// A capture that cannot be read is among the result's problems. They are thrown where files
    /// are to be made of captures of which none could be read.
    public static StudyResult of(StudyRequest request, StudyListener listener) throws IOException {
        Study study = new Study(request, listener);
        return switch (request.goal()) {
            case StudyGoal.Captures _, StudyGoal.Conclusions _, StudyGoal.InMemory _ ->
                    study.inMemory((_, _) -> {});
            case StudyGoal.Events(Consumer<NestedTrace> shown) ->
                    study.inMemory((nested, _) -> shown.accept(nested));
            case StudyGoal.Query query -> study.answered(query);
            case StudyGoal.Files(Path directory, boolean fresh) -> study.written(directory, fresh);
            case StudyGoal.RunFiles(Path directory) -> study.ofRun(directory);
        };
    }

    private StudyResult inMemory(CaptureGathering.EventSink events) throws IOException {
        CaptureSet all = read(events);
        listener.read(all);
        if (!request.goal().hasFindings() || all.isEmpty()) {
            return new StudyResult(all, Optional.empty(), Optional.empty());
        }
        Findings findings = StudyFindings.of(request.context(), all, counted(all));
        return new StudyResult(all, Optional.of(findings), Optional.empty());
    }

    private StudyResult answered(StudyGoal.Query query) throws IOException {
        try (OutputFiles files =
                query.directory().isPresent()
                        ? OutputFiles.at(query.directory().get(), false)
                        : OutputFiles.temporary()) {
            CaptureSet all = withTables(files);
            return new StudyResult(all, Optional.empty(), Optional.of(files.ask(query)));
        }
    }

    private StudyResult written(Path directory, boolean fresh) throws IOException {
        try (OutputFiles files = OutputFiles.at(directory, fresh)) {
            return reported(directory, withTables(files));
        }
    }

    private StudyResult ofRun(Path directory) throws IOException {
        CaptureSet all;
        try (OutputFiles files = OutputFiles.ofRun(directory)) {
            all = read((nested, _) -> files.add(nested));
            if (all.captures().isEmpty()) {
                files.clear();
            } else {
                files.tables(all);
            }
        }
        listener.read(all);
        return reported(directory, all);
    }

    private CaptureSet withTables(OutputFiles files) throws IOException {
        CaptureSet all = read((nested, _) -> files.add(nested));
        if (all.isEmpty()) {
            throw new Problem.Found(all.problems());
        }
        files.tables(all);
        listener.read(all);
        return all;
    }

    private CaptureSet read(CaptureGathering.EventSink events) throws IOException {
        if (request.perfetto().isEmpty()) {
            return gathered(events);
        }
        try (var file = PerfettoFile.at(request.perfetto().get())) {
            CaptureSet all =
                    gathered((nested, capture) -> {
                        events.add(nested, capture);
                        file.add(nested, capture);
                    });
            file.write(all.ranks());
            return all;
        }
    }

    private CaptureSet gathered(CaptureGathering.EventSink events) throws IOException {
        var order = new ReadingOrder(inputs);
        var gathering = new CaptureGathering(request.goal().isDrawn(), events, order);
        try (var ahead = new AheadReading(inputs)) {
            var loader = new CaptureLoader(listener, gathering, ahead);
            for (var input = order.next(); input.isPresent(); input = order.next()) {
                gathering.place(inputs.indexOf(input.get()));
                loader.read(input.get(), order.upcoming(ReadingCores.count()));
            }
        }
        CaptureSet all = gathering.all(request.view());
        return request.context().gpu().map(all::on).orElse(all);
    }

    private CountedKernels counted(CaptureSet all) throws IOException {
        return CountedKernels.of(all.profiles(), request.context().askedRegions(), all.view());
    }

    private StudyResult reported(Path directory, CaptureSet all) throws IOException {
        CountedKernels counted = counted(all);
        Findings findings = StudyFindings.of(request.context(), all, counted);
        ReportWriter.write(directory, counted.files());
        new TableFolder(directory).writeFilled(FindingTables.of(findings));
        ReportWriter.write(
                directory,
                ReportFiles.of(
                        findings,
                        request.parts().sections().get(),
                        FilesBeside.of(directory, request.captures(), findings)));
        return new StudyResult(all, Optional.of(findings), Optional.empty());
    }
}
