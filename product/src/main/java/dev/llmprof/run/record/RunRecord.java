package dev.llmprof.run.record;

import dev.llmprof.config.Composition;
import dev.llmprof.config.node.HiddenTree;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.secret.Secrets;
import dev.llmprof.stage.workload.Workload;
import java.nio.file.Path;
import java.util.Map;

/// What a run was made from, in its directory before anything starts.
public final class RunRecord {

    public static final String CONFIGURATION = "config.yaml";

    private RunRecord() {}

    public static void write(
            Path directory,
            Composition composition,
            Workload workload,
            String llmprof,
            RunEnvironment machine,
            Map<String, String> tools) {
        AtomicFile.write(
                directory.resolve(CONFIGURATION),
                YamlWriter.write(HiddenTree.of(composition.job())));
        var list = new ListNode(Origin.ENGINE);
        composition
                .request()
                .overrides()
                .forEach(word -> list.add(Node.text(Secrets.hideWord(word))));
        AtomicFile.write(directory.resolve("overrides.yaml"), YamlWriter.write(list));
        AtomicFile.write(
                directory.resolve("inputs.yaml"),
                YamlWriter.write(
                        HiddenTree.of(RecordedInputs.of(composition.resolvedJob(), workload))));
        AtomicFile.write(
                directory.resolve("env.json"),
                machine.describe(llmprof, workload, tools).toPrettyString() + "\n");
    }
}
