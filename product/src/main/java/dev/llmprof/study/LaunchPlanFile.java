package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.analysis.plan.NcuCoverage;
import dev.llmprof.analysis.plan.NcuCoverage.PlannedClass;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.trace.ncu.NcuProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// What ncu was planned to profile, from the stage's `plan.json`.
public record LaunchPlanFile(
        double coveredShare, double predictedMinutes, List<PlannedClass> classes) {
    public static final LaunchPlanFile NONE = new LaunchPlanFile(0, 0, List.of());

    public LaunchPlanFile {
        classes = List.copyOf(classes);
    }

    static LaunchPlanFile read(Path file) {
        JsonNode root = GivenFile.json(file, "run its stage again");
        List<PlannedClass> classes = new ArrayList<>();
        root.path("classes")
                .forEach(each ->
                        classes.add(
                                new PlannedClass(
                                        each.path("kernel").asText(),
                                        each.path("grid").asText(),
                                        each.path("block").asText(),
                                        each.path("launches").asLong(),
                                        each.path("share").asDouble())));
        return new LaunchPlanFile(
                root.path("covered_share").asDouble(),
                root.path("predicted_minutes").asDouble(),
                classes);
    }

    NcuCoverage coverage(Collection<NcuProfile> profiles) {
        return NcuCoverage.of(coveredShare, predictedMinutes, classes, profiles);
    }
}
