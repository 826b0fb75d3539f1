package dev.llmprof.run.stage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.plan.LaunchClass;
import dev.llmprof.analysis.plan.LaunchClasses;
import dev.llmprof.analysis.plan.NcuPlan;
import dev.llmprof.analysis.plan.ReplayCost;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.ncu.LaunchPlan;
import dev.llmprof.stage.ncu.LaunchPlanner;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoFiles;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Plans ncu's launches from the captures of the same run.
final class PlannedLaunches implements LaunchPlanner {
    private static final int PASSES = 20;
    private static final double PROGRAM_SECONDS = 30;
    private static final List<String> WORKLOADS =
            List.of(EngineStages.DIRECT, EngineStages.TORCH, NsightStages.NSYS);

    /// The capture with the most kernel time is planned from: others may be of a part.
    @Override
    public Optional<LaunchPlan> plan(Path runDirectory, List<Path> captures, double budgetMinutes) {
        List<LaunchClasses> all = new ArrayList<>();
        for (Path capture : captures) {
            all.addAll(classes(capture));
        }
        return all.stream()
                .filter(each -> each.kernelNanos() > 0)
                .max(Comparator.comparingLong(LaunchClasses::kernelNanos))
                .map(each -> planned(each, programSeconds(runDirectory), budgetMinutes));
    }

    private static LaunchPlan planned(
            LaunchClasses classes, double programSeconds, double budgetMinutes) {
        var cost = new ReplayCost(programSeconds, PASSES);
        NcuPlan plan = NcuPlan.of(classes, cost, 60 * budgetMinutes);
        return new LaunchPlan(
                plan.predictedSeconds(),
                plan.coveredShare(),
                plan.runs().stream()
                        .map(run ->
                                new LaunchPlan.PlannedRun(
                                        run.invocation(), run.functions(), run.classes().size()))
                        .toList(),
                json(plan));
    }

    private static String json(NcuPlan plan) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("minutes", plan.budgetSeconds() / 60);
        root.put("predicted_minutes", plan.predictedSeconds() / 60);
        root.put("covered_share", plan.coveredShare());
        var classes = root.putArray("classes");
        for (LaunchClass each : plan.chosen()) {
            classes.addObject()
                    .put("kernel", each.kernel())
                    .put("function", each.function())
                    .put("grid", each.grid())
                    .put("block", each.block())
                    .put("operator", each.operator())
                    .put("input_shapes", each.inputShapes())
                    .put("launches", each.launches())
                    .put("share", (double) each.nanos() / plan.kernelNanos());
        }
        return root.toPrettyString() + "\n";
    }

    private static List<LaunchClasses> classes(Path capture) {
        try {
            List<LaunchClasses> all = new ArrayList<>();
            if (capture.toString().endsWith(".sqlite")) {
                all.add(classes(NsysSqlite.read(capture, capture.toString(), _ -> {})));
            } else {
                KinetoFiles.each(capture, _ -> {}, new Planned(all));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + capture, e);
        } catch (Problem.Found unreadable) {
            // The stage that made it has said so; another may do.
            return List.of();
        }
    }

    /// What could not be read of a trace the stage that made it says.
    private record Planned(List<LaunchClasses> all) implements KinetoFiles.Taker {
        @Override
        public void trace(Trace trace) {
            all.add(classes(trace));
        }

        @Override
        public void problem(Problem problem) {}
    }

    private static LaunchClasses classes(Trace trace) {
        NestedTrace nested = NestedTrace.of(trace);
        return LaunchClasses.of(nested, Capture.of(nested).host().rates());
    }

    /// How long the program took in the quickest of the stages before.
    private static double programSeconds(Path runDirectory) {
        try {
            return ManifestFile.read(runDirectory).stages().stream()
                    .filter(stage -> WORKLOADS.contains(stage.name()))
                    .filter(stage -> stage.started().isPresent() && stage.ended().isPresent())
                    .mapToDouble(PlannedLaunches::seconds)
                    .min()
                    .orElse(PROGRAM_SECONDS);
        } catch (Problem.Found noRunYet) {
            return PROGRAM_SECONDS;
        }
    }

    private static double seconds(Manifest.StageEntry stage) {
        return Duration.between(stage.started().orElseThrow(), stage.ended().orElseThrow())
                        .toMillis()
                / 1e3;
    }
}
