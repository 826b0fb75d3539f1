package dev.llmprof.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// How a file begins, by which a format tells whether the file is of its kind.
public final class FileHead {
    private final byte[] bytes;
    private final FileKind kind;

    private FileHead(byte[] bytes, FileKind kind) {
        this.bytes = bytes;
        this.kind = kind;
    }

    public static FileHead of(Path file) throws IOException {
        byte[] bytes = FileKinds.head(file);
        return new FileHead(bytes, FileKinds.of(bytes, file));
    }

    /// As text, or what bytes become when taken for text.
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// What it is among the kinds that are known by their beginning.
    public FileKind kind() {
        return kind;
    }
}
