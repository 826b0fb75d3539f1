package dev.llmprof.analysis.serving;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.served.ServedLoad;
import java.util.List;
import java.util.Optional;

/// The loads of a run by the stage that made them. The first is what is reported: with no profiler
/// at work where there is one; the others say what recording cost.
public record ServingFindings(
        List<OfStage> loads, Optional<SlowRequest> slow, Optional<SlowRequest> recorded) {

    public ServingFindings {
        loads = List.copyOf(loads);
    }

    public record OfStage(String stage, RequestMetrics metrics) {}

    /// A load and the stage that made it.
    public record StageLoad(String stage, ServedLoad load) {}

    /// Empty where no server was loaded. `capture` was recorded while the load of `stage` ran.
    public static Optional<ServingFindings> of(List<StageLoad> loads, Optional<Capture> capture) {
        List<OfStage> stages =
                loads.stream()
                        .map(each -> new OfStage(each.stage(), RequestMetrics.of(each.load())))
                        .filter(each -> each.metrics().count() > 0)
                        .toList();
        if (stages.isEmpty()) {
            return Optional.empty();
        }
        Optional<SlowRequest> recorded =
                capture.flatMap(each ->
                        SlowRequest.Clocked.of(each.marked().times().steps(), each.origin().facts())
                                .flatMap(clocked ->
                                        stages.stream()
                                                .flatMap(stage ->
                                                        SlowRequest.within(stage.metrics(), clocked)
                                                                .stream())
                                                .findFirst()));
        return Optional.of(
                new ServingFindings(stages, SlowRequest.of(stages.getFirst().metrics()), recorded));
    }

    public RequestMetrics main() {
        return loads.getFirst().metrics();
    }

    public String stage() {
        return loads.getFirst().stage();
    }
}
