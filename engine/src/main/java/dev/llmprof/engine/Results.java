package dev.llmprof.engine;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.workload.ResultKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The engine's answer, `results.json`: what ran, where, and what each item took.
final class Results {
    private final ObjectNode about = Json.MAPPER.createObjectNode();
    private final List<ItemResult> items = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<Path, Size> images = new LinkedHashMap<>();
    private final List<ItemResult> profiled = new ArrayList<>();
    private boolean firstIsCold;

    private record Size(int width, int height) {}

    void describe(String key, String value) {
        about.put(key, value);
    }

    void describe(String key, long value) {
        about.put(key, value);
    }

    void describe(String key, Map<String, String> values) {
        ObjectNode node = about.putObject(key);
        values.forEach(node::put);
    }

    /// Once, however often it happens.
    void note(String note) {
        if (!notes.contains(note)) {
            notes.add(note);
        }
    }

    void seen(Path file, Rgb page) {
        images.putIfAbsent(file, new Size(page.width(), page.height()));
    }

    void add(ItemResult item) {
        items.add(item);
    }

    /// Nothing ran before it.
    void firstIsCold() {
        firstIsCold = true;
    }

    void profiled(ItemResult item) {
        profiled.add(item);
    }

    List<ItemResult> items() {
        return List.copyOf(items);
    }

    void write(Path file, boolean interrupted) throws IOException {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put(ResultKeys.SCHEMA, 1);
        root.put(ResultKeys.INTERRUPTED, interrupted);
        root.setAll(about);
        notes.forEach(root.putArray(ResultKeys.NOTES)::add);
        ArrayNode recorded = root.putArray(ResultKeys.PROFILED);
        profiled.forEach(item -> recorded.add(item.json()));
        ArrayNode all = root.putArray(ResultKeys.ITEMS);
        items.forEach(
                item -> all.add(item.json().put(ResultKeys.COLD, firstIsCold && all.isEmpty())));
        ArrayNode pages = root.putArray(ResultKeys.IMAGES);
        for (var seen : images.entrySet()) {
            pages.addObject()
                    .put(ResultKeys.PATH, seen.getKey().toString())
                    .put(ResultKeys.BYTES, Files.size(seen.getKey()))
                    .put(ResultKeys.WIDTH, seen.getValue().width())
                    .put(ResultKeys.HEIGHT, seen.getValue().height());
        }
        Path fresh = file.resolveSibling(file.getFileName() + ".part");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(fresh, root.toPrettyString() + "\n");
        Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
