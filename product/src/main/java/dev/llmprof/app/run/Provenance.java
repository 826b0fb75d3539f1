package dev.llmprof.app.run;

import dev.llmprof.config.Composition;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.Workload;
import java.nio.file.Path;
import java.util.List;

/// What a run was made from, in its directory before anything starts.
final class Provenance {

    private Provenance() {}

    static void write(
            Path directory,
            Composition composition,
            List<String> overrides,
            Workload workload,
            Processes processes) {
        AtomicFile.write(directory.resolve("config.yaml"), YamlWriter.write(composition.job()));
        var list = new ListNode(Origin.ENGINE);
        overrides.forEach(word -> list.add(Node.text(word)));
        AtomicFile.write(directory.resolve("overrides.yaml"), YamlWriter.write(list));
    }
}
