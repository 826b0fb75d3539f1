package dev.llmprof.config.source;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Configuration files held in memory, by name without `.yaml`.
public final class MemoryRoot implements ConfigRoot {
    private final String provider;
    private final String path;
    private final Map<String, String> texts;
    // Trees are never changed once read, so all who ask share them.
    private final Map<String, Optional<LoadedConfig>> loaded = new ConcurrentHashMap<>();

    public MemoryRoot(String provider, String path, Map<String, String> texts) {
        this.provider = provider;
        this.path = path;
        this.texts = Map.copyOf(texts);
    }

    @Override
    public String provider() {
        return provider;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public Optional<ConfigText> read(String name) {
        String file = ConfigRoot.fileName(name);
        String text = texts.get(file.substring(0, file.length() - ".yaml".length()));
        return Optional.ofNullable(text).map(t -> new ConfigText(path + "/" + file, t));
    }

    @Override
    public Optional<LoadedConfig> load(String name) {
        return loaded.computeIfAbsent(name, ConfigRoot.super::load);
    }

    @Override
    public boolean isGroup(String group) {
        return group.isEmpty() || !Names.below(group, texts.keySet()).isEmpty();
    }

    @Override
    public List<String> options(String group) {
        return Names.options(group, texts.keySet());
    }

    @Override
    public List<String> groups(String group) {
        return Names.groups(group, texts.keySet());
    }

    /// What lies directly below a group, given all names.
    static final class Names {

        private Names() {}

        static List<String> options(String group, Collection<String> names) {
            return below(group, names).stream().filter(rest -> rest.indexOf('/') < 0).toList();
        }

        static List<String> groups(String group, Collection<String> names) {
            return below(group, names).stream()
                    .filter(rest -> rest.indexOf('/') >= 0)
                    .map(rest -> rest.substring(0, rest.indexOf('/')))
                    .distinct()
                    .toList();
        }

        static List<String> below(String group, Collection<String> names) {
            String prefix = group.isEmpty() || group.endsWith("/") ? group : group + "/";
            return names.stream()
                    .filter(name -> name.startsWith(prefix))
                    .map(name -> name.substring(prefix.length()))
                    .toList();
        }
    }
}
