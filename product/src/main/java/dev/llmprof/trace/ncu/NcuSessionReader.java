package dev.llmprof.trace.ncu;

import dev.llmprof.trace.ncu.NcuLaunch.NcuProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Merges the session details, which a report spreads over several blocks.
final class NcuSessionReader {
    private final Map<String, String> versions = new HashMap<>();
    private final Map<String, String> host = new HashMap<>();
    private long pid;
    private long created;
    private String executable = "";
    private String commandLine = "";
    private String replayMode = "";

    void merge(List<Wire> parts) {
        parts.forEach(this::merge);
    }

    NcuSession session() {
        return new NcuSession(created, versions, host, executable, commandLine, replayMode);
    }

    NcuProcess process() {
        int slash = executable.lastIndexOf('/');
        return new NcuProcess(
                pid, executable.substring(slash + 1), host.getOrDefault("computer", ""));
    }

    private void merge(Wire details) {
        for (int field = details.next(); field != 0; field = details.next()) {
            switch (field) {
                case 1 -> pid = details.integer();
                case 2 -> created = details.integer();
                case 4 -> target(details.message());
                case 8 -> version(details.message());
                case 9 -> executable(details.message());
                case 10 -> settings(details.message());
                case 11 -> commandLine = details.text();
                default -> {}
            }
        }
    }

    private void target(Wire system) {
        for (int field = system.next(); field != 0; field = system.next()) {
            switch (field) {
                case 1 -> host.put("os", system.text());
                case 2 -> host.put("build", system.text());
                case 3 -> host.put("processor", system.text());
                case 4 -> host.put("architecture", system.text());
                case 5 -> host.put("computer", system.text());
                default -> {}
            }
        }
    }

    private void version(Wire message) {
        String provider = "";
        String version = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> provider = message.text();
                case 2 -> version = message.text();
                default -> {}
            }
        }
        versions.put(provider, version);
    }

    private void executable(Wire message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                executable = message.text();
            }
        }
    }

    private void settings(Wire message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 11) {
                replayMode = message.text();
            }
        }
    }
}
