package dev.llmprof.study;

import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.conditions.WorkSpan;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.WorkloadTimings;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.trace.TimedRequest;
import dev.llmprof.trace.conditions.SampleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Reads what the stages of a run left besides captures.
record MeasurementFiles(
        Path directory, List<Manifest.StageEntry> stages, List<StudiedStage> known, Guard guard) {

    /// Reads one file of the run.
    interface Reader<T> {
        Optional<T> read(Path file) throws IOException;
    }

    /// Reads a file, and says what is wrong with it where it cannot be read.
    interface Guard {
        <T> Optional<T> readable(Path file, Reader<T> reader);
    }

    RunMeasurements read() {
        List<WorkSpan> spans = new ArrayList<>();
        SortedMap<String, List<TimedRequest>> requests = new TreeMap<>();
        List<TimedRequest> besideRecording = new ArrayList<>();
        for (Manifest.StageEntry stage : stages) {
            RequestClock clock = StudiedStage.named(stage.name(), known).clock();
            if (clock.equals(RequestClock.NONE)
                    || stage.started().isEmpty()
                    || stage.ended().isEmpty()) {
                continue;
            }
            spans.add(
                    WorkSpan.ofStage(
                            stage.name(),
                            nanos(stage.started().get()),
                            nanos(stage.ended().get())));
            for (TimedRequest request : requests(stage, clock)) {
                boolean recorded = clock.recorded() && request.profiled();
                String of = recorded ? TimeBasis.TORCH : clock.source();
                spans.addAll(WorkSpan.of(stage.name(), of, request));
                if (clock.recorded() && !request.profiled()) {
                    besideRecording.add(request);
                } else {
                    requests.computeIfAbsent(of, _ -> new ArrayList<>()).add(request);
                }
            }
        }
        bare(requests, besideRecording);
        return new RunMeasurements(conditions(spans), requests, plan());
    }

    /// The recorded process's own where enough of them ran beside the recording, as for the times
    /// that reports show.
    private static void bare(
            SortedMap<String, List<TimedRequest>> requests, List<TimedRequest> beside) {
        long warm = beside.stream().filter(request -> !request.cold()).count();
        if (warm >= WorkloadTimings.ENOUGH || !requests.containsKey(TimeBasis.BARE)) {
            requests.put(TimeBasis.BARE, beside);
        }
    }

    /// Under nsys and ncu those of the window, where the workload says which they were: before it
    /// the tool waits.
    private List<TimedRequest> requests(Manifest.StageEntry stage, RequestClock clock) {
        List<TimedRequest> all = read(stage);
        boolean windowed = !clock.recorded() && all.stream().anyMatch(TimedRequest::profiled);
        return windowed ? all.stream().filter(TimedRequest::profiled).toList() : all;
    }

    private List<TimedRequest> read(Manifest.StageEntry stage) {
        return artifacts(stage, "workload.results")
                .findFirst()
                .flatMap(file -> guard.readable(file, read -> Optional.of(TimedRequest.read(read))))
                .orElse(List.of());
    }

    private LaunchPlanFile plan() {
        return stages.stream()
                .flatMap(stage -> artifacts(stage, "ncu.plan"))
                .findFirst()
                .flatMap(file ->
                        guard.readable(file, read -> Optional.of(LaunchPlanFile.read(read))))
                .orElse(LaunchPlanFile.NONE);
    }

    private RunConditions conditions(List<WorkSpan> spans) {
        return new RunConditions(
                samples("conditions.host", SampleFiles::host),
                samples("conditions.gpu", SampleFiles::gpus),
                samples("conditions.strangers", SampleFiles::strangers),
                spans);
    }

    /// What a file of samples holds.
    private interface Samples<T> {
        List<T> of(Path file) throws IOException;
    }

    private <T> List<T> samples(String kind, Samples<T> reader) {
        return stages.stream()
                .flatMap(stage -> artifacts(stage, kind))
                .findFirst()
                .flatMap(file -> guard.readable(file, read -> Optional.of(reader.of(read))))
                .orElse(List.of());
    }

    private Stream<Path> artifacts(Manifest.StageEntry stage, String kind) {
        return stage.artifacts().stream()
                .filter(artifact -> artifact.kind().equals(kind))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile);
    }

    private static long nanos(Instant at) {
        return at.getEpochSecond() * 1_000_000_000L + at.getNano();
    }
}
