package dev.llmprof.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLSocketFactory;

/// The connections of a load. Those that wait are taken in the order in which they were opened: a
/// server that takes one after the other waits for nobody who does not ask.
final class Connections implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final InetSocketAddress address;
    private final Optional<SSLSocketFactory> secure;
    private final ReadLoop loop = new ReadLoop();
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Set<Connection> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Connections(URI url, SSLSocketFactory factory) {
        boolean https = url.getScheme().equals("https");
        int port = url.getPort() >= 0 ? url.getPort() : https ? 443 : 80;
        // A name that is not known now is looked up when it is needed.
        this.address = InetSocketAddress.createUnresolved(bare(url.getHost()), port);
        this.secure = https ? Optional.of(factory) : Optional.empty();
    }

    /// Without the brackets around an address of IPv6.
    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /// One that waits, if any is open.
    Optional<Connection> waiting() {
        for (Connection next = idle.poll(); next != null; next = idle.poll()) {
            if (next.isOpen()) {
                return Optional.of(next);
            }
            all.remove(next);
        }
        return Optional.empty();
    }

    Connection open() throws IOException {
        var where = new InetSocketAddress(address.getHostString(), address.getPort());
        Connection connection =
                secure.isPresent()
                        ? SecureConnection.open(secure.get(), where, CONNECT)
                        : PlainConnection.open(where, CONNECT, loop);
        all.add(connection);
        if (closed) {
            connection.close();
        }
        return connection;
    }

    void giveBack(Connection connection) {
        idle.add(connection);
    }

    void drop(Connection connection) {
        all.remove(connection);
        connection.close();
    }

    /// Opens one for the next request, beside whoever asks. If it cannot, the request will say so.
    void openAhead() {
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        giveBack(open());
                    } catch (IOException e) {
                        // Whoever needs one tries again and hears why.
                    }
                });
    }

    @Override
    public void close() {
        closed = true;
        all.forEach(Connection::close);
        loop.close();
    }
}
