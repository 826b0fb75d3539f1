package dev.llmprof.run;

import dev.llmprof.config.node.HiddenTree;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.record.RunRecord;
import dev.llmprof.run.stage.ChangedKeys;
import dev.llmprof.run.stage.StageDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What an earlier run has done that holds under the keys of now: a stage whose own keys, or those
/// of the window it records, are others is done again; other keys beside make another run of it.
final class KeptStages {
    private static final String PIPELINE = "pipeline";
    private static final String CAPTURE = "capture";

    private KeptStages() {}

    static Manifest of(
            Manifest earlier, Path directory, MapNode job, List<StageDefinition> stages) {
        if (isUntouched(earlier) && !Files.exists(directory.resolve(RunRecord.CONFIGURATION))) {
            // It was killed before it had written down its keys, and had done nothing.
            return earlier;
        }
        MapNode before = before(directory);
        MapNode now = HiddenTree.of(job);
        Set<String> others = changed(before, now);
        others.removeAll(Set.of(PIPELINE, CAPTURE));
        if (!others.isEmpty()) {
            throw new Problem(
                            "the run was made with other values of " + String.join(", ", others),
                            directory.resolve(RunRecord.CONFIGURATION).toString(),
                            "llmprof run … without --resume, for a run of its own")
                    .found();
        }
        return earlier.again(again(before, now, stages));
    }

    private static Set<String> again(MapNode before, MapNode now, List<StageDefinition> stages) {
        Set<String> window = changed(section(before, CAPTURE), section(now, CAPTURE));
        Set<String> touched = changed(section(before, PIPELINE), section(now, PIPELINE));
        Set<String> again =
                touched.stream()
                        .filter(stage ->
                                differs(stage, section(before, PIPELINE), section(now, PIPELINE)))
                        .collect(Collectors.toCollection(TreeSet::new));
        for (StageDefinition stage : stages) {
            if (stage.habits().renewed().test(new ChangedKeys(window, touched, again))) {
                again.add(stage.name());
            }
        }
        return again;
    }

    private static boolean isUntouched(Manifest earlier) {
        return earlier.stages().stream().noneMatch(stage -> stage.outcome().usable());
    }

    private static MapNode before(Path directory) {
        Path file = directory.resolve(RunRecord.CONFIGURATION);
        try {
            return YamlReader.read(new Source(file.toString(), Files.readString(file)))
                            instanceof MapNode map
                    ? map
                    : new MapNode(Origin.ENGINE);
        } catch (IOException e) {
            throw new Problem(
                            "what the run was made with cannot be read",
                            file.toString(),
                            "llmprof run … without --resume")
                    .found();
        }
    }

    private static MapNode section(MapNode job, String key) {
        return job.find(key) instanceof MapNode map ? map : new MapNode(Origin.ENGINE);
    }

    /// A stage that is only switched on or off is not another.
    private static boolean differs(String stage, MapNode before, MapNode now) {
        if (before.find(stage) instanceof MapNode first
                && now.find(stage) instanceof MapNode second) {
            Set<String> keys = changed(first, second);
            keys.remove("enable");
            return !keys.isEmpty();
        }
        return true;
    }

    private static Set<String> changed(MapNode before, MapNode now) {
        Set<String> keys = new TreeSet<>();
        for (MapNode each : List.of(before, now)) {
            for (Object key : each.keys()) {
                if (!text(before, key).equals(text(now, key))) {
                    keys.add(String.valueOf(key));
                }
            }
        }
        return keys;
    }

    private static String text(MapNode map, Object key) {
        return map.get(key).map(KeptStages::text).orElse("");
    }

    private static String text(Node node) {
        return YamlWriter.write(node);
    }
}
