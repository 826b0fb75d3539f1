package dev.llmprof.engine;

import dev.llmprof.cache.Cache;
import java.nio.file.Path;
import java.util.Map;

/// A cache in a test's own folder. One that cannot be used fails the test.
public final class TestCache {
    private TestCache() {}

    public static Cache in(Path folder) {
        return Cache.of(
                Map.of("XDG_CACHE_HOME", folder.toAbsolutePath().toString()),
                remark -> {
                    throw new AssertionError(remark);
                });
    }
}
