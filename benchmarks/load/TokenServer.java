import java.io.BufferedInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/// `TokenServer PORTFILE LOG TOKENS GAP_MS`: streams tokens evenly and logs, by the machine's monotonic clock, when it had written
/// each; ends when its standard input does.
public final class TokenServer {
    private static final ConcurrentLinkedQueue<String> LINES = new ConcurrentLinkedQueue<>();

    public static void main(String[] words) throws Exception {
        int tokens = Integer.parseInt(words[2]);
        long gapNanos = Long.parseLong(words[3]) * 1_000_000;
        var listening = new ServerSocket(0, 4096, InetAddress.getLoopbackAddress());
        Files.writeString(Path.of(words[0]), "" + listening.getLocalPort());
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    while (true) {
                        try {
                            Socket socket = listening.accept();
                            socket.setTcpNoDelay(true);
                            Thread.ofVirtual().start(() -> serve(socket, tokens, gapNanos));
                        } catch (Exception e) {
                            return;
                        }
                    }
                });
        System.in.readAllBytes();
        Files.write(Path.of(words[1]), LINES);
    }

    private static void serve(Socket socket, int tokens, long gapNanos) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                int length = Integer.parseInt(head.replaceAll("(?is).*content-length: *(\\d+).*", "$1"));
                String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
                int at = body.indexOf("\"content\":\"") + 11;
                String prompt = body.substring(at, body.indexOf('"', at));
                answer(out, tokens, gapNanos, Integer.toHexString(prompt.hashCode()));
            }
        } catch (Exception e) {
            // The client went.
        }
    }

    private static void answer(OutputStream out, int tokens, long gapNanos, String prompt) throws Exception {
        out.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes());
        var line = new StringBuilder(prompt);
        // Streams of many users do not tick together.
        long next = System.nanoTime() + (long) (gapNanos * (0.5 + Math.random()));
        for (int token = 0; token < tokens; token++) {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
            next += gapNanos;
            chunk(out, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"w" + token + " \"},\"finish_reason\":null}]}\n\n");
            line.append(' ').append(System.nanoTime());
        }
        chunk(out, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n");
        out.write("0\r\n\r\n".getBytes());
        LINES.add(line.toString());
    }

    private static void chunk(OutputStream out, String text) throws Exception {
        out.write((Integer.toHexString(text.length()) + "\r\n" + text + "\r\n").getBytes());
    }

    private static String head(InputStream in) throws Exception {
        var text = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
            if (next == '\n' && text.length() > 3 && text.substring(text.length() - 4).equals("\r\n\r\n")) {
                return text.toString();
            }
        }
        return "";
    }
}
