package dev.llmprof.trace;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/// How one file is packed, told by its first bytes. All of them hold a checksum, which is looked at
/// when the content is read to its end.
@SuppressWarnings("ImmutableEnumChecker") // nobody writes to the first bytes
public enum Packing {
    NONE(""),
    GZIP("gzip", 0x1f, 0x8b),
    ZSTD("zstd", 0x28, 0xb5, 0x2f, 0xfd),
    XZ("xz", 0xfd, '7', 'z', 'X', 'Z', 0);

    private static final int BUFFER_BYTES = 1 << 16;
    // xz -9 needs 65 MB; a file may ask for gigabytes.
    private static final int MOST_XZ_KIBIBYTES = 1 << 17;

    private final String words;
    private final byte[] magic;

    Packing(String words, int... magic) {
        this.words = words;
        this.magic = new byte[magic.length];
        for (int at = 0; at < magic.length; at++) {
            this.magic[at] = (byte) magic[at];
        }
    }

    public static Packing of(byte[] head) {
        for (Packing packing : new Packing[] {GZIP, ZSTD, XZ}) {
            int length = packing.magic.length;
            if (head.length >= length && Arrays.equals(head, 0, length, packing.magic, 0, length)) {
                return packing;
            }
        }
        return NONE;
    }

    /// As it is called in messages.
    public String words() {
        return words;
    }

    /// The content; a header that makes no sense is an exception at once.
    public InputStream open(InputStream packed) throws IOException {
        return switch (this) {
            case NONE -> packed;
            case GZIP -> new GZIPInputStream(packed, BUFFER_BYTES);
            case ZSTD -> new ZstdInputStream(packed);
            case XZ -> new XZInputStream(packed, MOST_XZ_KIBIBYTES);
        };
    }
}
