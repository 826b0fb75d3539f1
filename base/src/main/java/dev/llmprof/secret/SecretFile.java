package dev.llmprof.secret;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Strikes secrets out of a binary file of another tool, byte for byte, so that all else in it
/// stays where it is: known values, and those of variables in an environment that was written down
/// whole.
public final class SecretFile {
    private static final int CHUNK_BYTES = 1 << 20;
    // No variable is longer.
    private static final int OVERLAP_BYTES = 1 << 17;
    private static final char STRUCK = '*';
    // As the kernel keeps them, one behind the other with zeros between; plain characters only,
    // since
    // in a packed message anything else may be the length of what follows.
    private static final Pattern VARIABLE =
            Pattern.compile("(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]{1,63})=([\\x20-\\x7e]+)\\x00");

    private SecretFile() {}

    /// Whether there was anything to strike out.
    public static boolean strike(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            boolean struck = false;
            long size = channel.size();
            for (long at = 0; at < size; at += CHUNK_BYTES) {
                struck |=
                        strike(channel, at, (int) Math.min(size - at, CHUNK_BYTES + OVERLAP_BYTES));
            }
            return struck;
        } catch (IOException e) {
            throw new UncheckedIOException("striking secrets out of " + file, e);
        }
    }

    private static boolean strike(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {}
        // A character a byte: what is found has the same place in both.
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        String clean = struck(text);
        if (clean.equals(text)) {
            return false;
        }
        ByteBuffer changed = ByteBuffer.wrap(clean.getBytes(StandardCharsets.ISO_8859_1));
        while (changed.hasRemaining()) {
            channel.write(changed, at + changed.position());
        }
        return true;
    }

    /// The same length, with what is secret struck out.
    public static String struck(String text) {
        var out = new StringBuilder(text);
        for (String value : Secrets.known()) {
            String bytes = latin(value);
            for (int from = text.indexOf(bytes); from >= 0; from = text.indexOf(bytes, from + 1)) {
                strike(out, from, from + bytes.length());
            }
        }
        Matcher variable = VARIABLE.matcher(text);
        for (int from = 0; variable.find(from); from = variable.end() - 1) {
            strike(out, variable);
        }
        return out.toString();
    }

    private static void strike(StringBuilder out, Matcher variable) {
        if (SecretNames.isSecret(variable.group(1))) {
            strike(out, variable.start(2), variable.end(2));
            return;
        }
        for (String value : SecretUrls.values(variable.group(2))) {
            int from = variable.start(2) + variable.group(2).indexOf(value);
            strike(out, from, from + value.length());
        }
    }

    private static void strike(StringBuilder out, int from, int end) {
        for (int i = from; i < end; i++) {
            out.setCharAt(i, STRUCK);
        }
    }

    private static String latin(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
