package dev.llmprof.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.problem.PlainText;
import dev.llmprof.run.slurm.SweepStatus;
import java.util.Locale;

/// A sweep's tasks for a person and for a program.
final class SweepTables {
    private SweepTables() {}

    /// One line a job, as wide as the screen: what does not fit is cut.
    static String text(SweepStatus status, int columns) {
        var out = new StringBuilder();
        for (SweepStatus.Line line : status.tasks()) {
            String title =
                    (line.state().words().isEmpty() ? "" : line.state().words() + "  ")
                            + String.join(" ", line.task().overrides());
            String text =
                    String.format(
                            Locale.ROOT,
                            "%5d  %-13s  %-10s  %s",
                            line.task().number(),
                            line.state().kind().word(),
                            line.job().orElse("–"),
                            PlainText.line(title));
            out.append(text.length() > columns ? text.substring(0, columns - 1) + "…" : text)
                    .append('\n');
        }
        out.append(status.counts()).append('\n');
        status.silence()
                .ifPresent(why ->
                        out.append("the controller does not answer: ").append(why).append('\n'));
        return out.toString();
    }

    static String json(SweepStatus status) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        root.put("sweep", status.directory().toString());
        root.put("name", status.name());
        root.put("over", status.isOver());
        root.put("silence", status.silence().orElse(null));
        ArrayNode tasks = root.putArray("jobs");
        for (SweepStatus.Line line : status.tasks()) {
            ObjectNode node = tasks.addObject();
            node.put("number", line.task().number());
            node.put("state", line.state().kind().word().replace(' ', '_'));
            if (line.state().kind().isOver()) {
                node.put("exit", line.state().code());
            } else {
                node.putNull("exit");
            }
            node.put("words", line.state().words());
            node.put("slurm_job", line.job().orElse(null));
            node.put("directory", line.task().directory().toString());
            node.put("log", line.log().toString());
            line.task().overrides().forEach(node.putArray("overrides")::add);
        }
        return root.toPrettyString() + "\n";
    }

    static String cancelled(int jobs) {
        return JsonNodeFactory.instance
                        .objectNode()
                        .put("schema", 1)
                        .put("cancelled", jobs)
                        .toPrettyString()
                + "\n";
    }
}
