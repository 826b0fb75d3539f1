package dev.llmprof.stage.nsys;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// Folders for the captures of labels: the label where it may be a file's name and no other is
/// spelt alike, else with its checksum.
final class LabelFolders {
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]+");
    private static final Pattern HIDDEN = Pattern.compile("^\\.+");

    private LabelFolders() {}

    /// Each label once, in the order given.
    static Map<String, String> of(List<String> labels) {
        List<String> different = labels.stream().distinct().toList();
        Map<String, Integer> uses = new HashMap<>();
        different.forEach(label -> uses.merge(folded(label), 1, Integer::sum));
        Map<String, String> folders = new LinkedHashMap<>();
        for (String label : different) {
            boolean shared = uses.getOrDefault(folded(label), 0) > 1;
            folders.put(label, shared ? safe(label) + "-" + checksum(label) : safe(label));
        }
        return folders;
    }

    private static String safe(String label) {
        return HIDDEN.matcher(UNSAFE.matcher(label).replaceAll("_")).replaceFirst("_");
    }

    /// Some file systems do not tell cases apart.
    private static String folded(String label) {
        return safe(label).toLowerCase(Locale.ROOT);
    }

    private static String checksum(String label) {
        var crc = new CRC32();
        crc.update(label.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
