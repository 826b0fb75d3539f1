package dev.llmprof.load;

import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.RequestFailure.Kind;
import dev.llmprof.served.ServedRequest;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionException;

/// What a client makes of bytes that a server sends before it closes the connection, however they
/// are cut.
public final class DamagedAnswer {
    private static final int ASKED = 4;

    private DamagedAnswer() {}

    public static ServedRequest hear(byte[] bytes, Random cuts) {
        var answer = new StreamedAnswer(() -> {});
        long[] clock = {0};
        var exchange = new Exchange(new HttpAnswer(answer), () -> clock[0]++, () -> {});
        int at = 0;
        while (at < bytes.length) {
            int length = Math.min(bytes.length - at, 1 + cuts.nextInt(400));
            exchange.arrived(ByteBuffer.wrap(bytes, at, length));
            at += length;
        }
        exchange.closed();
        StreamedAnswer.Heard heard = answer.heard(broken(exchange), clock[0], ASKED);
        return new ServedRequest(
                0,
                0,
                0,
                heard.tokenNanos(),
                heard.endNanos(),
                heard.promptTokens(),
                heard.newTokens(),
                heard.countedByServer(),
                heard.failure());
    }

    /// What a reader of ours refuses in words is the server's fault; anything else is ours.
    private static Optional<RequestFailure> broken(Exchange exchange) {
        try {
            exchange.end().join();
            return Optional.empty();
        } catch (CompletionException e) {
            if (e.getCause() instanceof java.io.IOException refused) {
                return Optional.of(
                        new RequestFailure(Kind.BROKEN, String.valueOf(refused.getMessage())));
            }
            throw e;
        }
    }
}
