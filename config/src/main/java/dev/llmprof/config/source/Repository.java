package dev.llmprof.config.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The search path: the first root that has a file wins. What was read once is kept.
public final class Repository {
    private final List<ConfigRoot> roots;
    private final Map<String, Optional<LoadedConfig>> loaded = new HashMap<>();
    private final Map<String, Boolean> groups = new HashMap<>();

    public Repository(List<ConfigRoot> roots) {
        this.roots = List.copyOf(roots);
    }

    public List<ConfigRoot> roots() {
        return roots;
    }

    public Optional<LoadedConfig> load(String name) {
        Optional<LoadedConfig> known = loaded.get(name);
        if (known != null) {
            return known;
        }
        Optional<LoadedConfig> found = find(name);
        loaded.put(name, found);
        return found;
    }

    private Optional<LoadedConfig> find(String name) {
        for (ConfigRoot root : roots) {
            Optional<LoadedConfig> config = root.load(name);
            if (config.isPresent()) {
                return config;
            }
        }
        return Optional.empty();
    }

    public boolean isGroup(String group) {
        return groups.computeIfAbsent(
                group, name -> roots.stream().anyMatch(root -> root.isGroup(name)));
    }

    /// Sorted, over all roots.
    public List<String> options(String group) {
        return sorted(roots.stream().map(root -> root.options(group)).toList());
    }

    public List<String> groups(String group) {
        return sorted(roots.stream().map(root -> root.groups(group)).toList());
    }

    private static List<String> sorted(Collection<List<String>> names) {
        var all = new TreeSet<String>();
        names.forEach(all::addAll);
        return List.copyOf(all);
    }

    /// The search path as messages show it.
    public String describe() {
        return roots.stream()
                .map(root -> "\tprovider=" + root.provider() + ", path=" + root.path())
                .collect(Collectors.joining("\n", "Config search path:\n", ""));
    }
}
