package dev.llmprof.trace.nsys;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which nsys made a report or a raw stream: versions stand in it as text, the tool's own most
/// often.
public final class NsysReportVersion {
    private static final Pattern VERSION =
            Pattern.compile("\\b20[2-9]\\d\\.\\d{1,2}\\.\\d{1,2}\\.\\d{1,4}\\b");
    private static final String STREAM = "NVIDIA Nsight Systems Stream";
    private static final int MOST_BYTES = 32 << 20;

    private NsysReportVersion() {}

    public static Optional<String> of(Path report) throws IOException {
        Map<String, Integer> seen = new TreeMap<>();
        Matcher versions = VERSION.matcher(text(report, MOST_BYTES));
        while (versions.find()) {
            seen.merge(versions.group(), 1, Integer::sum);
        }
        return seen.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /// Whether this is the raw stream (`.qdstrm`), which must be imported first.
    public static boolean isStream(Path file) throws IOException {
        return text(file, 64).contains(STREAM);
    }

    private static String text(Path file, int most) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            return new String(bytes.readNBytes(most), StandardCharsets.ISO_8859_1);
        }
    }
}
