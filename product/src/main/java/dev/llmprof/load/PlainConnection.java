package dev.llmprof.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// A connection without encryption: one thread reads all of them, so that nothing but its waking
/// stands between a byte's arrival and its time.
final class PlainConnection implements Connection {
    private final SocketChannel channel;
    private final ReadLoop loop;
    private final SelectionKey key;
    private volatile Optional<Exchange> current = Optional.empty();
    private ByteBuffer unsent = ByteBuffer.allocate(0);

    private PlainConnection(SocketChannel channel, ReadLoop loop) throws IOException {
        this.channel = channel;
        this.loop = loop;
        this.key = loop.add(channel, this);
    }

    static PlainConnection open(InetSocketAddress address, Duration patience, ReadLoop loop)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            // A channel knows no reason where a name is unknown.
            if (address.isUnresolved()) {
                throw new UnknownHostException(address.getHostString());
            }
            channel.socket().connect(address, Math.toIntExact(patience.toMillis()));
            channel.configureBlocking(false);
            return new PlainConnection(channel, loop);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public synchronized void send(ByteBuffer request, Exchange exchange) {
        current = Optional.of(exchange);
        unsent = request;
        write();
    }

    /// As much as the server takes now; the rest when it takes more.
    synchronized void write() {
        try {
            channel.write(unsent);
            boolean rest = unsent.hasRemaining();
            if (key.isValid() && rest != ((key.interestOps() & SelectionKey.OP_WRITE) != 0)) {
                key.interestOps(SelectionKey.OP_READ | (rest ? SelectionKey.OP_WRITE : 0));
                loop.wake();
            }
        } catch (IOException e) {
            end(exchange -> exchange.failed(e));
        }
    }

    /// What is there now, into a buffer that all connections share.
    void read(ByteBuffer buffer) {
        try {
            int count = channel.read(buffer.clear());
            if (count < 0) {
                end(Exchange::closed);
            } else {
                current.ifPresent(exchange -> exchange.arrived(buffer.flip()));
            }
        } catch (IOException e) {
            end(exchange -> exchange.failed(e));
        }
    }

    /// A request that is sent meanwhile is told as well, or finds the channel closed: closing after
    /// telling left it waiting for an answer that nobody reads.
    private synchronized void end(Consumer<Exchange> told) {
        close();
        current.ifPresent(told);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() {
        try {
            channel.close();
            // Only the thread that reads can let go of it.
            loop.wake();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
