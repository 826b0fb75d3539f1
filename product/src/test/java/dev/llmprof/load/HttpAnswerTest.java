package dev.llmprof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class HttpAnswerTest {
    private final StringBuilder body = new StringBuilder();
    private int status;
    private final HttpAnswer answer =
            new HttpAnswer(
                    new HttpAnswer.Body() {
                        @Override
                        public void status(int code) {
                            status = code;
                        }

                        @Override
                        public void bytes(ByteBuffer bytes, long arrivedNanos) {
                            body.append(StandardCharsets.UTF_8.decode(bytes));
                        }
                    });

    private void add(String text) throws IOException {
        answer.add(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 1);
    }

    private void addLetterByLetter(String text) throws IOException {
        for (int at = 0; at < text.length(); at++) {
            add(text.substring(at, at + 1));
        }
    }

    @Test
    void chunksMayBeCutAnywhere() throws IOException {
        addLetterByLetter("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        addLetterByLetter("4\r\nabcd\r\n");
        addLetterByLetter("A;x=y\r\n0123456789\r\n");
        addLetterByLetter("0\r\nTrailer: x\r\n\r\n");
        assertEquals(200, status);
        assertEquals("abcd0123456789", body.toString());
        assertTrue(answer.whole());
        assertFalse(answer.closes());
    }

    @Test
    void aLengthEndsIt() throws IOException {
        add("HTTP/1.1 429 Too Many Requests\r\ncontent-LENGTH: 3\r\n\r\nab");
        assertFalse(answer.whole());
        add("c");
        assertEquals("abc", body.toString());
        assertTrue(answer.whole());
        assertEquals(429, status);
    }

    @Test
    void withoutALengthItsConnectionEndsIt() throws IOException {
        add("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc");
        assertEquals("abc", body.toString());
        assertFalse(answer.whole());
        assertTrue(answer.wholeWhenClosed());
        assertTrue(answer.closes());
    }

    @Test
    void chunksThatStopAreNotWhole() throws IOException {
        add("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab");
        assertFalse(answer.wholeWhenClosed());
    }

    @Test
    void anInterimAnswerIsNotTheAnswer() throws IOException {
        add("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertEquals(200, status);
        assertTrue(answer.whole());
    }

    @Test
    void oldServersCloseUnlessTheySayOtherwise() throws IOException {
        add("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx");
        assertTrue(answer.whole());
        assertTrue(answer.closes());
    }

    @Test
    void whatIsPackedHasNoTimesOfItsPieces() {
        assertEquals(
                "the answer is packed (gzip), which was not asked for",
                assertThrows(
                                ProtocolException.class,
                                () -> add("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"))
                        .getMessage());
    }

    @Test
    void whatIsNoHttpIsSaid() {
        assertEquals(
                "no answer of HTTP/1.1: SSH-2.0-OpenSSH_9.6",
                assertThrows(ProtocolException.class, () -> add("SSH-2.0-OpenSSH_9.6\r\n"))
                        .getMessage());
    }

    @Test
    void aHeadWithoutEndIsRefused() {
        assertThrows(
                ProtocolException.class, () -> add("HTTP/1.1 200 OK\r\nX: " + "x".repeat(70_000)));
    }

    @Test
    void aLengthThatIsNoneIsRefused() {
        assertThrows(
                ProtocolException.class,
                () -> add("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"));
    }

    /// One thread reads for all connections: it may not wait for anybody.
    @Test
    @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
    void aRefusalThatEndsWithItsConnectionKeepsNobodyWaiting() throws IOException {
        var heard = new StreamedAnswer(() -> {});
        var refusal = new HttpAnswer(heard);
        byte[] bytes = "HTTP/1.0 500 No\r\n\r\nout of memory".getBytes(StandardCharsets.UTF_8);
        refusal.add(ByteBuffer.wrap(bytes), 1);
        assertTrue(refusal.wholeWhenClosed());
        assertEquals(
                "status 500 out of memory",
                heard.heard(Optional.empty(), 2, 4).failure().orElseThrow().text());
        refusal.add(ByteBuffer.wrap(bytes), 3);
    }
}
