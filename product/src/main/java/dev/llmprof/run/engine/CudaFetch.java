package dev.llmprof.run.engine;

import dev.llmprof.cache.UserHome;
import dev.llmprof.console.Console;
import dev.llmprof.fetch.Clients;
import dev.llmprof.fetch.Download;
import dev.llmprof.fetch.MavenSettings;
import dev.llmprof.fetch.Repository;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.InterruptSignals;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Brings libtorch for CUDA into the cache: with room for it, in view of the user, once.
record CudaFetch(Console console, Map<String, String> environment, CudaNatives natives) {
    static final String NAME = "libtorch for CUDA 13";

    /// Whole and with the right digest.
    Path fetched() throws IOException {
        Optional<Path> here = natives.fetched();
        if (here.isPresent()) {
            console.say(NAME + " is here: " + here.get());
            return here.get();
        }
        requireSpace();
        Path home = UserHome.of(environment);
        Path jar = fetched(MavenSettings.read(home.resolve(".m2/settings.xml"), environment));
        console.say("fetched and as it should be: " + jar);
        return jar;
    }

    private Path fetched(MavenSettings settings) throws IOException {
        Repository repository = Repository.of(environment, settings);
        CudaNatives.Artifact artifact = natives.artifact();
        var wanted = new Download.Wanted(repository.resolve(artifact.path()), artifact.bytes());
        var progress = new FetchProgress(console, NAME, artifact.bytes(), System::nanoTime);
        InterruptSignals.call(Thread.currentThread()::interrupt);
        HttpClient client = Clients.of(repository, settings, environment);
        progress.start(repository.base().getHost());
        try {
            return natives.fetch(new Download(client, wanted, progress::at)::writeTo);
        } finally {
            progress.end();
            client.shutdownNow();
        }
    }

    /// For the file and for what it is unpacked into.
    private void requireSpace() throws IOException {
        Path place = natives.cache().location();
        while (!Files.exists(place) && place.getParent() != null) {
            place = place.getParent();
        }
        long free = Files.getFileStore(place).getUsableSpace();
        long needed = natives.artifact().bytes() + natives.artifact().unpackedBytes();
        if (free < needed) {
            throw new Problem(
                            String.format(
                                    Locale.ROOT,
                                    "%s takes %.2f GB with what it unpacks, and %.2f GB are free",
                                    NAME,
                                    needed / 1e9,
                                    free / 1e9),
                            place.toString(),
                            "free some space, or XDG_CACHE_HOME=DIR elsewhere")
                    .found();
        }
    }
}
