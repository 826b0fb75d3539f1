package dev.llmprof;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// An HTTP proxy that tunnels to one loopback server, whatever host is asked for, and may want a
/// name and a password.
final class LoopbackProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final int server;
    private final String login;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /// An empty login lets everybody through.
    LoopbackProxy(int server, String login) throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.server = server;
        this.login = login;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /// The first line of every request.
    List<String> asked() {
        return List.copyOf(asked);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            List<String> lines = head(client.getInputStream()).lines().toList();
            asked.add(lines.getFirst());
            if (!isLetThrough(lines)) {
                say(client, "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic");
                return;
            }
            try (Socket target = new Socket(InetAddress.getLoopbackAddress(), server)) {
                say(client, "200 OK");
                Thread back = Thread.ofVirtual().start(() -> pump(target, client));
                pump(client, target);
                back.join();
            }
        } catch (IOException e) {
            // The other side has gone, and the test sees what came of it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isLetThrough(List<String> lines) {
        byte[] known = login.getBytes(StandardCharsets.UTF_8);
        return login.isEmpty()
                || lines.contains(
                        "Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(known));
    }

    private static void say(Socket client, String status) throws IOException {
        byte[] answer =
                ("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        client.getOutputStream().write(answer);
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the client left");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static void pump(Socket from, Socket to) {
        try {
            OutputStream out = to.getOutputStream();
            from.getInputStream().transferTo(out);
            to.shutdownOutput();
        } catch (IOException e) {
            // One side has closed; so will the other.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
