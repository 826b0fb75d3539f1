package dev.llmprof.load;

import java.nio.ByteBuffer;

/// An open way to the server that carries one exchange at a time.
interface Connection extends AutoCloseable {

    /// Never waits for the server, however slowly it reads.
    void send(ByteBuffer request, Exchange exchange);

    /// As far as is known: the server may have closed it just now.
    boolean isOpen();

    @Override
    void close();
}
