package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Each room lists the rooms it may know. The map below is the architecture.
class RoomsTest {
    private static final Map<String, Set<String>> MAY_KNOW =
            Map.ofEntries(
                    room("problem"),
                    room("table"),
                    room("config"),
                    room("process"),
                    room("model"),
                    room("cache"),
                    room("hardware", "cache"),
                    room("trace", "table"),
                    room("tool", "process"),
                    room("host", "process"),
                    room("fetch"),
                    room("pipeline", "process"),
                    room("stage", "pipeline", "tool", "process", "model", "hardware"),
                    room("analysis", "trace", "table", "model", "hardware"),
                    room("report", "analysis", "table", "model", "hardware"),
                    room(
                            "cli",
                            "config",
                            "process",
                            "host",
                            "model",
                            "hardware",
                            "trace",
                            "table",
                            "tool",
                            "pipeline",
                            "analysis",
                            "report"),
                    room(
                            "app",
                            "cache",
                            "cli",
                            "config",
                            "process",
                            "host",
                            "fetch",
                            "model",
                            "hardware",
                            "trace",
                            "table",
                            "tool",
                            "pipeline",
                            "stage",
                            "analysis",
                            "report"));
    private static final Pattern MENTION = Pattern.compile("\\bL?dev/llmprof/(\\w+)/");
    private static final Path CLASSES = Path.of("target/classes/dev/llmprof");

    @Test
    void everyRoomKnowsOnlyWhatItMay() throws IOException {
        Set<String> strays = new TreeSet<>();
        try (var files = Files.walk(CLASSES)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                strays.addAll(straysIn(file));
            }
        }
        assertEquals(Set.of(), strays);
    }

    @Test
    void everyRoomIsOnTheMap() throws IOException {
        try (var directories = Files.list(CLASSES)) {
            Set<String> rooms = new TreeSet<>();
            directories.filter(Files::isDirectory).forEach(d -> rooms.add(d.getFileName() + ""));
            rooms.removeAll(MAY_KNOW.keySet());
            assertEquals(Set.of(), rooms);
        }
    }

    private static Map.Entry<String, Set<String>> room(String name, String... mayKnow) {
        Set<String> known = new HashSet<>(Set.of(mayKnow));
        known.add(name);
        known.add("problem");
        return Map.entry(name, known);
    }

    private static Set<String> straysIn(Path file) throws IOException {
        String room = CLASSES.relativize(file).getName(0).toString();
        Set<String> known = MAY_KNOW.getOrDefault(room, Set.of());
        Set<String> strays = new TreeSet<>();
        for (var entry : ClassFile.of().parse(file).constantPool()) {
            if (entry instanceof Utf8Entry text) {
                MENTION.matcher(text.stringValue())
                        .results()
                        .map(match -> match.group(1))
                        .filter(mentioned -> !known.contains(mentioned))
                        .forEach(m ->
                                strays.add(room + " knows " + m + ", in " + file.getFileName()));
            }
        }
        return strays;
    }
}
