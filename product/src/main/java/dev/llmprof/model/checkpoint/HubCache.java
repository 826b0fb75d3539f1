package dev.llmprof.model.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Models that Hugging Face's own tools have downloaded, by their name on the hub: `Qwen/Qwen3-8B`.
public final class HubCache {
    private static final Pattern NAME = Pattern.compile("[\\w.-]+/[\\w.-]+");

    private HubCache() {}

    public static boolean isName(String word) {
        return NAME.matcher(word).matches() && !word.startsWith(".") && !word.endsWith(".json");
    }

    /// The newest snapshot that has a config.json.
    public static Optional<Path> find(String name, Map<String, String> environment) {
        Path snapshots =
                root(environment)
                        .resolve("models--" + name.replace("/", "--"))
                        .resolve("snapshots");
        if (!Files.isDirectory(snapshots)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(snapshots)) {
            return all.filter(each -> Files.exists(each.resolve("config.json")))
                    .max(Comparator.comparingLong(HubCache::changed).thenComparing(Path::toString));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static long changed(Path snapshot) {
        return snapshot.toFile().lastModified();
    }

    private static Path root(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", ".");
        String own = environment.getOrDefault("HF_HOME", home + "/.cache/huggingface");
        return Path.of(environment.getOrDefault("HF_HUB_CACHE", own + "/hub"));
    }
}
