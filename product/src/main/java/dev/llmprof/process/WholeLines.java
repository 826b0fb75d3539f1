package dev.llmprof.process;

import java.io.ByteArrayOutputStream;

/// Gives bytes on by whole lines, so that two outputs of a program meet in a log between lines
/// only. What a progress bar draws over itself is a line too; one that is very long is not waited
/// for.
final class WholeLines {
    private static final int LONGEST = 1 << 16;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    /// What of all so far can go.
    byte[] next(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n' && bytes[end - 1] != '\r') {
            end--;
        }
        boolean tooLong = kept.size() + bytes.length - end > LONGEST;
        int gone = tooLong ? bytes.length : end;
        byte[] whole = new byte[0];
        if (gone > 0) {
            kept.write(bytes, 0, gone);
            whole = kept.toByteArray();
            kept.reset();
        }
        kept.write(bytes, gone, bytes.length - gone);
        return whole;
    }

    /// The end of all, with or without a line's end.
    byte[] rest(byte[] last) {
        kept.writeBytes(last);
        byte[] rest = kept.toByteArray();
        kept.reset();
        return rest;
    }
}
