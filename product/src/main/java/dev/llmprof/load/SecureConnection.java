package dev.llmprof.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// A connection over TLS, read by a virtual thread of its own.
final class SecureConnection implements Connection {
    private static final int BUFFER_BYTES = 16 << 10;

    private final SSLSocket socket;
    private volatile Optional<Exchange> current = Optional.empty();

    private SecureConnection(SSLSocket socket) {
        this.socket = socket;
    }

    static SecureConnection open(
            SSLSocketFactory factory, InetSocketAddress address, Duration patience)
            throws IOException {
        int millis = Math.toIntExact(patience.toMillis());
        Socket plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.connect(address, millis);
            plain.setSoTimeout(millis);
            var socket =
                    (SSLSocket)
                            factory.createSocket(
                                    plain, address.getHostString(), address.getPort(), true);
            SSLParameters checked = socket.getSSLParameters();
            checked.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(checked);
            socket.startHandshake();
            plain.setSoTimeout(0);
            var connection = new SecureConnection(socket);
            Thread.ofVirtual().start(connection::read);
            return connection;
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    @Override
    public void send(ByteBuffer request, Exchange exchange) {
        current = Optional.of(exchange);
        byte[] bytes = new byte[request.remaining()];
        request.get(bytes);
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        socket.getOutputStream().write(bytes);
                    } catch (IOException e) {
                        failed(e);
                    }
                });
    }

    private void read() {
        byte[] bytes = new byte[BUFFER_BYTES];
        try (InputStream in = socket.getInputStream()) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                ByteBuffer some = ByteBuffer.wrap(bytes, 0, count);
                current.ifPresent(exchange -> exchange.arrived(some));
            }
            current.ifPresent(Exchange::closed);
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException why) {
        current.ifPresent(exchange -> exchange.failed(why));
        close();
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
