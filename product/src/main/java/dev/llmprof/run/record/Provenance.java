package dev.llmprof.run.record;

import dev.llmprof.config.Composition;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Secrets;
import dev.llmprof.stage.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What a run was made from, in its directory before anything starts.
public final class Provenance {

    private Provenance() {}

    public static void write(
            Path directory,
            Composition composition,
            Workload workload,
            String llmprof,
            RunEnvironment machine,
            Map<String, String> tools) {
        AtomicFile.write(
                directory.resolve("config.yaml"),
                YamlWriter.write(withoutSecrets(composition.job())));
        var list = new ListNode(Origin.ENGINE);
        composition.request().overrides().forEach(word -> list.add(Node.text(Secrets.hide(word))));
        AtomicFile.write(directory.resolve("overrides.yaml"), YamlWriter.write(list));
        AtomicFile.write(
                directory.resolve("inputs.yaml"),
                YamlWriter.write(RecordedInputs.of(composition.resolvedJob(), workload)));
        AtomicFile.write(
                directory.resolve("env.json"),
                machine.describe(llmprof, workload, tools).toPrettyString() + "\n");
    }

    private static MapNode withoutSecrets(MapNode job) {
        MapNode copy = job.copy();
        if (copy.find("workload") instanceof MapNode workload
                && workload.find("env") instanceof MapNode variables) {
            for (Object name : List.copyOf(variables.keys())) {
                if (Secrets.isSecret(String.valueOf(name))) {
                    variables.put(name, Node.text(Secrets.HIDDEN));
                }
            }
        }
        return copy;
    }
}
