package dev.llmprof.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/// The sizes of a `model_type` where its config.json is silent, as inner configs often are.
final class FamilyDefaults {
    private FamilyDefaults() {}

    static OptionalLong of(String modelType, String size) {
        String number = Lazy.TABLE.getOrDefault(modelType, Map.of()).getOrDefault(size, "");
        return number.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number));
    }

    private static final class Lazy {
        private static final Map<String, Map<String, String>> TABLE = read();

        private static Map<String, Map<String, String>> read() {
            try (InputStream in = FamilyDefaults.class.getResourceAsStream("defaults.txt")) {
                if (in == null) {
                    throw new IllegalStateException("defaults.txt is not in the jar");
                }
                var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
                Map<String, Map<String, String>> table = new HashMap<>();
                lines.lines()
                        .filter(line -> !line.startsWith("#"))
                        .forEach(line -> addRow(table, line));
                return table;
            } catch (IOException e) {
                throw new UncheckedIOException("reading defaults.txt", e);
            }
        }

        private static void addRow(Map<String, Map<String, String>> table, String line) {
            int colon = line.indexOf(':');
            Map<String, String> row = new HashMap<>();
            for (String pair : line.substring(colon + 1).strip().split(" ", -1)) {
                int equals = pair.indexOf('=');
                row.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
            table.put(line.substring(0, colon), row);
        }
    }
}
