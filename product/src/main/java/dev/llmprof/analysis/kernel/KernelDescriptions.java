package dev.llmprof.analysis.kernel;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What people call kernels: a name given for one spelling serves all spellings of that kernel.
public final class KernelDescriptions {
    public static final KernelDescriptions NONE = new KernelDescriptions(Map.of());

    private final Map<String, String> byName;
    private final Map<String, String> byKey = new HashMap<>();

    /// Of the tool's names, and what to show for each.
    public KernelDescriptions(Map<String, String> byName) {
        this.byName = Map.copyOf(byName);
        byName.forEach((name, shown) -> byKey.putIfAbsent(KernelNames.key(name), shown));
    }

    public Optional<String> of(String kernel) {
        if (byName.isEmpty()) {
            return Optional.empty();
        }
        return Optional.ofNullable(byName.get(kernel))
                .or(() -> Optional.ofNullable(byKey.get(KernelNames.key(kernel))));
    }
}
