package dev.llmprof.study.perfetto;

import java.util.HashMap;
import java.util.Map;

/// Names as JSON, looked at for secrets once each.
final class QuotedNames {
    private final Map<String, String> known = new HashMap<>();

    String of(String name) {
        return known.computeIfAbsent(name, EventText::quoted);
    }
}
