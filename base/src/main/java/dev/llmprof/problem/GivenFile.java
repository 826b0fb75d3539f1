package dev.llmprof.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A small file that somebody else may have written or cut: whatever is wrong with it is a problem
/// with its place, and never a mistake of ours.
public final class GivenFile {
    private static final long MOST_BYTES = 256L << 20;
    // Python writes NaN and Infinity as they are.
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private GivenFile() {}

    /// Its text, which must be UTF-8.
    public static String text(Path file, String fix) {
        byte[] bytes = bytes(file, fix);
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(rest).toString();
        } catch (CharacterCodingException e) {
            throw new Problem("this is not UTF-8", file + ":" + line(rest), fix).found();
        }
    }

    /// Its tree; an empty file has none.
    public static JsonNode json(Path file, String fix) {
        try {
            JsonNode root = JSON.readTree(text(file, fix));
            if (root.isMissingNode()) {
                throw new Problem("this file is empty", file.toString(), fix).found();
            }
            return root;
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
            throw new Problem("this is not JSON: " + e.getOriginalMessage(), file + place, fix)
                    .found();
        }
    }

    private static byte[] bytes(Path file, String fix) {
        try {
            // A pipe would be waited for, and has no size.
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new Problem("this is not a plain file", file.toString(), fix).found();
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new Problem("this is too large to be read whole", file.toString(), fix)
                        .found();
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new Problem("there is no such file", file.toString(), fix).found();
        } catch (IOException e) {
            throw new Problem("it cannot be read: " + e, file.toString(), fix).found();
        }
    }

    /// The decoder stops before the bytes that are wrong.
    private static long line(ByteBuffer rest) {
        long line = 1;
        for (int at = 0; at < rest.position(); at++) {
            line += rest.get(at) == '\n' ? 1 : 0;
        }
        return line;
    }

    /// A path that a file names, seen from `folder`.
    public static Path named(String path, Path folder, Path file, String fix) {
        try {
            return folder.resolve(path);
        } catch (InvalidPathException e) {
            throw new Problem("this names no path: " + e.getReason(), file.toString(), fix).found();
        }
    }
}
