package dev.llmprof.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/// The one thread that reads all plain connections.
final class ReadLoop implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    ReadLoop() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("waiting for connections", e);
        }
        Thread.ofPlatform().daemon().name("load").start(this::run);
    }

    SelectionKey add(SocketChannel channel, PlainConnection connection) throws IOException {
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ, connection);
        wake();
        return key;
    }

    /// Has it look again at what it waits for.
    void wake() {
        selector.wakeup();
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select(this::ready);
            }
        } catch (ClosedSelectorException e) {
            // The load is over.
        } catch (IOException e) {
            throw new UncheckedIOException("waiting for answers", e);
        }
    }

    private void ready(SelectionKey key) {
        PlainConnection connection = (PlainConnection) key.attachment();
        try {
            if (key.isReadable()) {
                connection.read(buffer);
            }
            if (key.isValid() && key.isWritable()) {
                connection.write();
            }
        } catch (CancelledKeyException e) {
            // Somebody closed it meanwhile.
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing connections", e);
        }
    }
}
