package dev.llmprof.trace.kineto;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Reads a stream in a thread of its own, a few blocks ahead, so that unpacking and scanning share
/// two cores.
final class ReadAhead extends InputStream {
    private static final int BLOCK_BYTES = 1 << 18;
    private static final int BLOCKS = 4;

    private final BlockingQueue<Block> full = new ArrayBlockingQueue<>(BLOCKS);
    private final BlockingQueue<Block> free = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread reader;
    private Block block = new Block();
    private int at;

    /// A piece of the stream; the last one says why there are no more.
    private static final class Block {
        private final byte[] bytes = new byte[BLOCK_BYTES];
        private int size;
        private boolean last;
        private Optional<Exception> failure = Optional.empty();
    }

    ReadAhead(InputStream in) {
        for (int count = 1; count < BLOCKS; count++) {
            free.add(new Block());
        }
        reader = Thread.ofPlatform().daemon().name("read-ahead").start(() -> readAll(in));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        while (at == block.size && !block.last) {
            next();
        }
        if (at == block.size) {
            if (block.failure.isPresent()) {
                throw new IOException(block.failure.get().getMessage(), block.failure.get());
            }
            return -1;
        }
        int count = Math.min(length, block.size - at);
        System.arraycopy(block.bytes, at, into, from, count);
        at += count;
        return count;
    }

    /// Lets the reading thread go and waits for it: the stream below is its owner's again then.
    @Override
    public void close() {
        reader.interrupt();
        try {
            reader.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void next() throws IOException {
        try {
            free.put(block);
            block = full.take();
            at = 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private void readAll(InputStream in) {
        try {
            boolean last = false;
            while (!last) {
                Block next = free.take();
                fill(next, in);
                last = next.last;
                full.put(next);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /// What came before a failure is kept.
    private static void fill(Block block, InputStream in) {
        block.size = 0;
        try {
            while (block.size < BLOCK_BYTES && !block.last) {
                int read = in.read(block.bytes, block.size, BLOCK_BYTES - block.size);
                block.last = read < 0;
                block.size += Math.max(0, read);
            }
        } catch (IOException | RuntimeException broken) {
            block.last = true;
            block.failure = Optional.of(broken);
        }
    }
}
