package dev.llmprof.served;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.secret.Secrets;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes `requests.jsonl` while a load runs: a line about the load, one for each request as it
/// ends, and a last one. What was measured stays, whatever becomes of us.
public final class RequestLog implements AutoCloseable {
    public static final String NAME = "requests.jsonl";
    static final int SCHEMA = 1;

    private final BufferedWriter out;

    public RequestLog(Path file, LoadFacts facts) {
        try {
            out = Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + file, e);
        }
        write(head(facts));
    }

    public synchronized void add(ServedRequest request) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("number", request.number());
        node.put("due_ns", request.dueNanos());
        node.put("sent_ns", request.sentNanos());
        var tokens = node.putArray("token_ns");
        for (int at = 0; at < request.tokenNanos().size(); at++) {
            tokens.add(request.tokenNanos().get(at));
        }
        node.put("end_ns", request.endNanos());
        request.promptTokens().ifPresent(count -> node.put("prompt_tokens", count));
        node.put("new_tokens", request.newTokens());
        node.put("counted_by_server", request.countedByServer());
        request.failure()
                .ifPresent(failure ->
                        node.put("failure", failure.kind().word()).put("error", failure.text()));
        write(node);
    }

    /// The load is over; `why` where it ended early.
    public synchronized void end(String why) {
        write(JsonNodeFactory.instance.objectNode().put("cut_short", why));
    }

    private static ObjectNode head(LoadFacts facts) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("schema", SCHEMA);
        node.put("began_epoch_ns", facts.beganEpochNanos());
        node.put("url", facts.url());
        node.put("engine", facts.engine());
        node.put("model", facts.model());
        node.put("load", facts.load());
        node.put("open_loop", facts.openLoop());
        facts.goals().firstTokenNanos().ifPresent(nanos -> node.put("slo_ttft_ns", nanos));
        facts.goals().perTokenNanos().ifPresent(nanos -> node.put("slo_tpot_ns", nanos));
        return node;
    }

    private void write(ObjectNode node) {
        try {
            out.write(Secrets.hide(node.toString()));
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + NAME, e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing " + NAME, e);
        }
    }
}
