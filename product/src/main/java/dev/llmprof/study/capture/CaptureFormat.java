package dev.llmprof.study.capture;

import dev.llmprof.trace.FileHead;
import java.io.IOException;
import java.nio.file.Path;

/// A kind of capture that can be read: how to tell it, how to read it, and the words for it.
public interface CaptureFormat {

    /// For help and messages, with its article: `an ncu report`. Formats may share their words.
    String words();

    /// Whether a file that begins like this is one. The first format that says so has it.
    boolean sniffs(FileHead head);

    void read(OpenCapture capture, CaptureTaker taker) throws IOException;

    /// Whether this folder as a whole is one capture.
    default boolean isFolder(Path folder) throws IOException {
        return false;
    }

    /// Whether a file of this format holds a word, where that can be told without reading it.
    default boolean holds(Path file, String word) throws IOException {
        return false;
    }

    /// Whether it can be read from standard input, where nothing can be looked at twice.
    default boolean readsStandardInput() {
        return false;
    }
}
