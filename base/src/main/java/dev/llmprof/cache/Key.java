package dev.llmprof.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Names an entry by everything it is made from: another input, another key. Nobody raises a
/// number.
public record Key(String hex) {
    private static final int NAME_LENGTH = 32;

    public Key {
        if (!hex.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("a key is a SHA-256 in hexadecimal: " + hex);
        }
    }

    public static Ingredients of() {
        return new Ingredients();
    }

    /// The entry's folder: long enough that no two meet.
    String name() {
        return hex.substring(0, NAME_LENGTH);
    }

    /// What goes into a key, one by one.
    public static final class Ingredients {
        private final MessageDigest digest = sha256();

        private Ingredients() {}

        public Ingredients with(String name, byte[] bytes) {
            add(name.getBytes(StandardCharsets.UTF_8));
            add(bytes);
            return this;
        }

        public Ingredients with(String name, String text) {
            return with(name, text.getBytes(StandardCharsets.UTF_8));
        }

        public Ingredients with(String name, long value) {
            return with(name, Long.toString(value));
        }

        /// The code that makes the entry: this class and all of ours that it uses, on this JDK.
        public Ingredients code(Class<?> maker) {
            with("java", System.getProperty("java.vm.version", ""));
            Code.of(maker).forEach(this::with);
            return this;
        }

        public Key key() {
            return new Key(HexFormat.of().formatHex(digest.digest()));
        }

        /// With its length, so that no two lists of parts read the same.
        private void add(byte[] part) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
            digest.update(part);
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
