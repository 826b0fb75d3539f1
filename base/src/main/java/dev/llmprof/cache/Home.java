package dev.llmprof.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Where the cache lives: `llmprof` below `XDG_CACHE_HOME` or `~/.cache`. Where that cannot be had,
/// a folder of this process's own, gone at its end.
final class Home {
    private final Path chosen;
    private final Consumer<String> remarks;
    private Optional<Path> temporary = Optional.empty();

    Home(Path chosen, Consumer<String> remarks) {
        this.chosen = chosen;
        this.remarks = remarks;
    }

    /// A relative XDG_CACHE_HOME is to be ignored (XDG Base Directory Specification).
    static Path chosen(Map<String, String> environment) {
        Path named = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        Path base = named.isAbsolute() ? named : UserHome.of(environment).resolve(".cache");
        return base.resolve("llmprof");
    }

    Path chosen() {
        return chosen;
    }

    /// A folder of the lasting cache, ours alone to write.
    Path lasting(String kind) throws IOException {
        Owner.claim(chosen);
        return claimed(chosen, kind);
    }

    /// The same for this process only. The first time, the user hears why.
    synchronized Path passing(String kind, IOException reason) throws IOException {
        if (temporary.isEmpty()) {
            Path folder = PassingFolder.create("cache");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Scrap.delete(folder)));
            temporary = Optional.of(folder);
            remarks.accept(remark(reason, " in " + folder));
        }
        return claimed(temporary.get(), kind);
    }

    /// Why nothing can be kept, if it is so.
    Optional<String> obstacle() {
        try {
            Owner.claim(chosen);
            Files.delete(Files.createTempFile(chosen, Scrap.MAKING, ""));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(remark(e, ""));
        }
    }

    private String remark(IOException reason, String where) {
        return "nothing can be kept in "
                + chosen
                + " ("
                + Reason.of(reason)
                + "); this run makes its own"
                + where
                + "; XDG_CACHE_HOME=DIR names another place";
    }

    Optional<Path> temporary(String kind) {
        return temporary.map(folder -> folder.resolve(kind));
    }

    private static Path claimed(Path parent, String kind) throws IOException {
        Path folder = parent.resolve(kind);
        Owner.claim(folder);
        return folder;
    }
}
