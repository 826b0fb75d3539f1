package dev.llmprof.pipeline;

import java.nio.file.FileSystemException;

/// What the system said, without the layers around it.
public final class RootMessage {

    private RootMessage() {}

    public static String of(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason() + ": " + file.getFile();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
