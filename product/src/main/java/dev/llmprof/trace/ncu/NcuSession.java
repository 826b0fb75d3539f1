package dev.llmprof.trace.ncu;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// How and where a report was made. The program's environment, which the file has too, is never
/// read.
public record NcuSession(
        long createdEpochSeconds,
        Map<String, String> versions,
        Map<String, String> host,
        String executable,
        String commandLine,
        String replayMode) {

    public static final NcuSession UNKNOWN = new NcuSession(0, Map.of(), Map.of(), "", "", "");

    public NcuSession {
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
        host = Collections.unmodifiableMap(new TreeMap<>(host));
    }
}
