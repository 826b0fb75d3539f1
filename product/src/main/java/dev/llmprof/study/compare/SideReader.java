package dev.llmprof.study.compare;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.compare.fact.CaptureFacts;
import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.compare.metric.MetricKind;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.metric.RunMetrics;
import dev.llmprof.compare.metric.RunSeries;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.compare.tree.TimeStrip;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.RunStudy;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyContext;
import dev.llmprof.study.StudyGoal;
import dev.llmprof.study.StudyListener;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.StudyRequest;
import dev.llmprof.study.StudyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads what a user names as a side: runs one after the other, so that one trace is in memory at a
/// time.
public final class SideReader {
    private final StudyParts parts;
    private final StudyListener listener;
    private final BaselineStore baselines;

    public SideReader(StudyParts parts, StudyListener listener, BaselineStore baselines) {
        this.parts = parts;
        this.listener = listener;
        this.baselines = baselines;
    }

    public ComparedSide read(String word) throws IOException {
        if (word.startsWith(BaselineStore.PREFIX)) {
            return baselines.read(word.substring(BaselineStore.PREFIX.length()));
        }
        Path path = Path.of(word);
        if (Files.isRegularFile(path) && Files.size(path) == 0) {
            throw new Problem(
                            "the file is empty",
                            word,
                            "give a run directory, a capture, or a CSV with the columns"
                                    + " metric,unit,better,run,value")
                    .found();
        }
        if (Files.isRegularFile(path) && ValuesFile.isOne(path)) {
            return ComparedSide.ofValues(word, ValuesFile.read(path), List.of());
        }
        return measured(word, SideRuns.of(word, parts));
    }

    /// Several names as one side, as a baseline is made of.
    public ComparedSide read(String label, List<String> words) throws IOException {
        if (words.size() == 1) {
            return read(words.getFirst());
        }
        List<SideRun> runs = new ArrayList<>();
        for (String word : words) {
            runs.addAll(SideRuns.of(word, parts));
        }
        return measured(label, runs);
    }

    private ComparedSide measured(String label, List<SideRun> runs) throws IOException {
        Map<MetricKind, List<RunValue>> values = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        List<SideFacts> facts = new ArrayList<>();
        List<TimeStrip> strips = new ArrayList<>();
        for (SideRun run : runs) {
            run.directory().ifPresent(directory -> remarks.addAll(RunRecords.changed(directory)));
            ReadRun read = read(run, problem -> remarks.add(problem.what()));
            for (RunSeries series : read.series) {
                values.computeIfAbsent(series.kind(), _ -> new ArrayList<>())
                        .add(series.of(run.name(), run.started()));
            }
            facts.add(read.facts);
            read.strip.ifPresent(strips::add);
        }
        return new ComparedSide(
                label,
                runs,
                values.entrySet().stream()
                        .map(each ->
                                new MetricRuns(each.getKey(), each.getValue(), Optional.empty()))
                        .toList(),
                SideFacts.joined(facts),
                strips,
                List.of(),
                remarks);
    }

    /// What one run gives, once its traces are gone.
    private record ReadRun(List<RunSeries> series, SideFacts facts, Optional<TimeStrip> strip) {}

    private ReadRun read(SideRun run, Consumer<Problem> problems) throws IOException {
        Map<String, TimeStrip> strips = new HashMap<>();
        StudyRequest request =
                request(
                        run,
                        problems,
                        nested -> strips.put(nested.trace().source(), TimeStrip.of(nested)));
        SideFacts records =
                run.directory()
                        .map(directory -> RunRecords.of(directory, parts))
                        .orElse(SideFacts.NONE);
        if (request.captures().isEmpty()) {
            List<RunSeries> timed = RunMetrics.of(request.context().timings(), List.of());
            return new ReadRun(timed, records, Optional.empty());
        }
        StudyResult result = Study.of(request, listener);
        if (result.captures().isEmpty()) {
            throw new Problem.Found(result.captures().problems());
        }
        List<Capture> captures = result.captures().captures();
        Optional<Capture> subject = CaptureSubject.of(captures).map(CaptureSubject::capture);
        return new ReadRun(
                RunMetrics.of(request.context().timings(), captures),
                subject.map(CaptureFacts::of).orElse(SideFacts.NONE).with(records),
                subject.map(capture -> strips.get(capture.origin().source())));
    }

    /// Numbers only: nothing is written.
    private StudyRequest request(
            SideRun run, Consumer<Problem> problems, Consumer<NestedTrace> traces) {
        StudyContext context = StudyContext.unknown("llmprof");
        if (run.directory().isPresent()) {
            Path directory = run.directory().get();
            Manifest manifest = ManifestFile.read(directory);
            context = RunStudy.request(directory, manifest, parts, problems).context();
        }
        return new StudyRequest(
                run.captures(), parts, NcuView.DEFAULT, context, new StudyGoal.Events(traces));
    }
}
