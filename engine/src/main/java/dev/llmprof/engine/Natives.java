package dev.llmprof.engine;

import ai.djl.huggingface.tokenizers.jni.LibUtils;
import dev.llmprof.cache.Cache;
import dev.llmprof.cache.Key;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.TimeZone;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/// libtorch and the tokenizer. Their own loaders unpack them; the cache says where, and checks what
/// they left there before it is loaded again.
final class Natives {
    private Natives() {}

    /// The path of the library that was loaded.
    static String load(Cache cache) {
        // JavaCPP unpacks again where a file's time is not its jar's, and a jar's has no zone.
        TimeZone.setDefault(TimeZone.getTimeZone(ZoneOffset.UTC));
        try {
            NativeJars jars = NativeJars.onClassPath();
            Key key = Key.of().with("natives", jars.text()).key();
            // One library is unpacked under two names.
            long bytes = jars.bytes() + jars.bytes() / 4;
            return load(cache.inPlace("natives", key, bytes, Natives::load));
        } catch (IOException | LinkageError | RuntimeException e) {
            if (e instanceof Problem.Found found) {
                throw found;
            }
            throw new Problem(
                            "libtorch cannot be loaded: " + e.getMessage(),
                            cache.location().toString(),
                            "XDG_CACHE_HOME=DIR with a folder that has room and allows programs")
                    .found();
        }
    }

    private static String load(Path folder) {
        System.setProperty("org.bytedeco.javacpp.cachedir", folder.toString());
        System.setProperty("DJL_CACHE_DIR", folder.toString());
        // JNA unpacks its own each time, and by default into the user's cache.
        System.setProperty("jna.tmpdir", System.getProperty("java.io.tmpdir", ""));
        String loaded = Loader.load(torch.class);
        LibUtils.checkStatus();
        return loaded;
    }
}
