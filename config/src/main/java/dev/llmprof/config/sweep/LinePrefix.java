package dev.llmprof.config.sweep;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Passes whole lines on, each with a prefix, so that the lines of several jobs do not mix.
final class LinePrefix extends OutputStream {
    private final byte[] prefix;
    private final PrintStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LinePrefix(String prefix, PrintStream out) {
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.out = out;
    }

    PrintStream stream() {
        return new PrintStream(this, false, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int octet) {
        line.write(octet);
        if (octet == '\n') {
            pass();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public synchronized void close() {
        if (line.size() > 0) {
            line.write('\n');
            pass();
        }
    }

    private void pass() {
        synchronized (out) {
            out.write(prefix, 0, prefix.length);
            out.write(line.toByteArray(), 0, line.size());
            out.flush();
        }
        line.reset();
    }
}
