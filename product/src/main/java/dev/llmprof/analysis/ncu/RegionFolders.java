package dev.llmprof.analysis.ncu;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/// Folder names for labels: readable, safe in any file system, and never the same for two labels.
final class RegionFolders {
    private RegionFolders() {}

    static Map<String, String> of(Collection<String> labels) {
        Map<String, Integer> uses = new HashMap<>();
        labels.forEach(label -> uses.merge(fold(safe(label)), 1, Integer::sum));
        Map<String, String> folders = new LinkedHashMap<>();
        for (String label : labels) {
            String safe = safe(label);
            boolean shared = uses.getOrDefault(fold(safe), 0) > 1;
            folders.put(label, shared ? safe + "-" + hash(label) : safe);
        }
        return folders;
    }

    private static String safe(String label) {
        String text =
                label.strip()
                        .replace("::", "__")
                        .replaceAll("[^A-Za-z0-9._-]", "_")
                        .replaceAll("^[._]+|[._]+$", "");
        return text.isEmpty() ? "region" : text;
    }

    /// Some file systems do not tell cases apart.
    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String hash(String label) {
        var crc = new CRC32();
        crc.update(label.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
