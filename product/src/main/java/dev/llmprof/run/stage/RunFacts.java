package dev.llmprof.run.stage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.trace.WorkloadResults;
import java.nio.file.Path;

/// What a workload ran on and what it read: `env.json` and `inputs.yaml` beside its trace.
final class RunFacts {
    private RunFacts() {}

    static String environment(String device, WorkloadResults results) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("gpu", device);
        put(node, results, "cuda");
        put(node, results, "torch");
        put(node, results, "transformers");
        put(node, results, "python");
        ObjectNode threads = node.putObject("threads");
        results.threads().forEach(threads::put);
        results.notes().forEach(node.putArray("notes")::add);
        return node.toPrettyString() + "\n";
    }

    static String inputs(WorkloadResults results) {
        var text = new StringBuilder();
        text.append("dataset_root: ").append(root(results)).append('\n');
        text.append("count: ").append(results.images().size()).append('\n');
        text.append(results.images().isEmpty() ? "images: []\n" : "images:\n");
        for (WorkloadResults.Image image : results.images()) {
            text.append("  - path: ").append(quoted(image.path())).append('\n');
            text.append("    bytes: ").append(image.bytes()).append('\n');
            text.append("    width: ").append(image.width()).append('\n');
            text.append("    height: ").append(image.height()).append('\n');
        }
        return text.toString();
    }

    private static String root(WorkloadResults results) {
        return results.images().stream()
                .findFirst()
                .map(image -> Path.of(image.path()).getParent())
                .map(folder -> quoted(folder.toString()))
                .orElse("null");
    }

    private static void put(ObjectNode node, WorkloadResults results, String key) {
        results.fact(key).ifPresentOrElse(value -> node.put(key, value), () -> node.putNull(key));
    }

    private static String quoted(String text) {
        return JsonNodeFactory.instance.textNode(text).toString();
    }
}
