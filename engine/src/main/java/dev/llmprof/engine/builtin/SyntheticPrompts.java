package dev.llmprof.engine.builtin;

import dev.llmprof.cache.Cache;
import dev.llmprof.cache.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/// A dataset made on the spot for models that read only text: prompts of one length, so that each
/// request costs the same.
public final class SyntheticPrompts {
    /// With a token a byte and one in front, 512 tokens: the prompt `llmprof model` counts as well.
    private static final int CHARACTERS = 511;

    private static final String[] WORDS = {
        "the", "page", "shows", "a", "table", "of", "results", "for", "each", "year", "and", "its",
        "sum", "in", "the", "last", "column"
    };

    private SyntheticPrompts() {}

    public static Path folder(Cache cache, int prompts, long seed) {
        Key key =
                Key.of()
                        .with("prompts", prompts)
                        .with("seed", seed)
                        .code(SyntheticPrompts.class)
                        .key();
        return cache.folder(
                "datasets", key, folder -> write(folder, prompts, new SplittableRandom(seed)));
    }

    private static void write(Path folder, int prompts, SplittableRandom random)
            throws IOException {
        for (int prompt = 0; prompt < prompts; prompt++) {
            String name = String.format(Locale.ROOT, "prompt-%03d.txt", prompt + 1);
            Files.writeString(folder.resolve(name), text(random));
        }
    }

    private static String text(SplittableRandom random) {
        var text = new StringBuilder();
        while (text.length() < CHARACTERS) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        text.setLength(CHARACTERS - 1);
        return text.append('.').toString();
    }
}
