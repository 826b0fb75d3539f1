package dev.llmprof.model;

import dev.llmprof.model.shape.Model;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/// A public model, its sizes and what it is known to count to; `surplus` is what its publisher
/// counts beside it.
record PublishedModel(String name, String known, OptionalLong surplus, String json) {

    /// Those of `published.txt`, and the whole config.json of each where others' files are at hand.
    static List<PublishedModel> all() {
        List<PublishedModel> all = new ArrayList<>(own());
        SharedData.ifHere("hf-configs").ifPresent(folder -> all.addAll(of(folder)));
        return all;
    }

    private static List<PublishedModel> own() {
        try (var in = PublishedModel.class.getResourceAsStream("published.txt")) {
            String text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", 7))
                    .map(cells ->
                            new PublishedModel(
                                    cells[0],
                                    cells[1] + " " + cells[2] + " " + cells[3],
                                    cells[4].equals("-") ? OptionalLong.empty() : whole(cells[4]),
                                    cells[6]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<PublishedModel> of(Path folder) {
        List<PublishedModel> models = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(folder.resolve("facts.csv"))) {
                // The first seven columns hold no commas.
                String[] cells = line.split(",", -1);
                if (!cells[0].equals("model") && !cells[1].isEmpty()) {
                    boolean adjusted = line.endsWith("exact-after-explained-adjustment");
                    // The vision parts of DeepSeek-OCR are counted: nothing is left to explain.
                    boolean larger = adjusted && !cells[0].equals("DeepSeek-OCR");
                    models.add(
                            new PublishedModel(
                                    cells[0],
                                    cells[1] + " " + cells[2] + " " + cells[4],
                                    larger ? whole(cells[6]) : OptionalLong.empty(),
                                    Files.readString(
                                            folder.resolve(cells[0]).resolve("config.json"))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return models;
    }

    private static OptionalLong whole(String cell) {
        return OptionalLong.of(Long.parseLong(cell));
    }

    Model model() {
        return ModelFixtures.of(json);
    }
}
