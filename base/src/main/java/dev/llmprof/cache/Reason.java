package dev.llmprof.cache;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/// Why a file could not be had, as a person would say it.
final class Reason {
    private Reason() {}

    static String of(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "no access to " + denied.getFile();
            case FileAlreadyExistsException file -> file.getFile() + " is not a folder";
            case NoSuchFileException missing -> missing.getFile() + " is not there";
            case FileSystemException other ->
                    Optional.ofNullable(other.getReason()).orElse("it cannot be used");
            default -> Optional.ofNullable(e.getMessage()).orElse(e.toString());
        };
    }
}
