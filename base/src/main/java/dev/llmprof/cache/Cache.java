package dev.llmprof.cache;

import dev.llmprof.cache.Contents.Links;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/// What llmprof makes once and then only reads, in folders named by what they are made from.
///
/// An entry is written beside its place and moved there whole; before each use every byte is
/// checked, and one that is broken, strange or not ours alone is made anew. A cache that cannot be
/// written never stops a run: what it needs is then made in a folder that goes when the run ends.
public final class Cache {
    private final Home home;

    private Cache(Home home) {
        this.home = home;
    }

    /// `remarks` hears, once, that nothing can be kept.
    public static Cache of(Map<String, String> environment, Consumer<String> remarks) {
        return new Cache(new Home(Home.chosen(environment), remarks));
    }

    /// Fills a folder.
    public interface Maker {
        void make(Path folder) throws IOException;
    }

    /// Writes a file's bytes.
    public interface Source {
        void writeTo(OutputStream file) throws IOException;
    }

    /// Where entries are kept, if it can be had.
    public Path location() {
        return home.chosen();
    }

    /// Why nothing can be kept there, in a line for the user, if it is so.
    public Optional<String> obstacle() {
        return home.obstacle();
    }

    /// The entry if it is there and as it was made.
    public Optional<Path> find(String kind, Key key) {
        return find(kind, key, Links.LISTED);
    }

    private Optional<Path> find(String kind, Key key, Links links) {
        Optional<Path> lasting = lasting(kind).flatMap(folder -> whole(folder, key, links));
        lasting.ifPresent(entry -> Scrap.touch(entry, Instant.now()));
        return lasting.or(() -> home.temporary(kind).flatMap(folder -> whole(folder, key, links)));
    }

    /// The entry, made now if it must be.
    public Path folder(String kind, Key key, Maker maker) {
        Optional<Path> found = find(kind, key);
        if (found.isPresent()) {
            return found.get();
        }
        try {
            return made(swept(home.lasting(kind)), key, maker);
        } catch (IOException | UncheckedIOException e) {
            return passing(kind, key, maker, cause(e));
        }
    }

    /// Keeps an entry in place of what was kept under its key. Where that cannot be, nothing is.
    public void keep(String kind, Key key, Maker maker) {
        try {
            Path folder = swept(home.lasting(kind));
            Path fresh = fresh(folder, key, maker);
            try (Lock _ = Lock.of(folder)) {
                moveIn(fresh, folder.resolve(key.name()));
            }
        } catch (IOException | UncheckedIOException _) {
            // The next run makes it again.
        }
    }

    /// An entry that knows its own path, so that it can only be made where it stays. Who comes
    /// second waits; the list of its files, written last, says that it is whole. `bytes` is the
    /// room it takes.
    public Path inPlace(String kind, Key key, long bytes, Maker maker) {
        Optional<Path> found = find(kind, key, Links.LEFT_OUT);
        if (found.isPresent()) {
            return found.get();
        }
        try {
            Path folder = roomy(kind, bytes);
            try (Lock _ = Lock.of(folder)) {
                Path entry = folder.resolve(key.name());
                if (!Contents.whole(entry, key, Links.LEFT_OUT)) {
                    Scrap.remove(entry);
                    Files.createDirectory(entry, Owner.onlyOurs());
                    maker.make(entry);
                    Contents.write(entry, key, Links.LEFT_OUT);
                }
                return entry;
            }
        } catch (IOException | UncheckedIOException e) {
            throw unwritable(cause(e)).found();
        }
    }

    /// A downloaded file, if it is there and as it was fetched.
    public Optional<Path> file(String kind, String name, String sha256) {
        return find(kind, new Key(sha256)).map(entry -> entry.resolve(name));
    }

    /// Fetches a file that should have this SHA-256. Too large to fetch for one run only: where it
    /// cannot be kept, that is a problem; what the source throws goes to the caller.
    public Path fetch(String kind, String name, String sha256, Source source) throws IOException {
        Path folder;
        try {
            folder = home.lasting(kind);
            Scrap.sweepHalves(folder, Instant.now());
        } catch (IOException e) {
            throw unwritable(e).found();
        }
        Path entry =
                made(
                        folder,
                        new Key(sha256),
                        fresh -> download(fresh.resolve(name), sha256, source));
        return entry.resolve(name);
    }

    private static void download(Path file, String sha256, Source source) throws IOException {
        MessageDigest digest = Key.sha256();
        try (var out = new DigestOutputStream(Files.newOutputStream(file), digest)) {
            source.writeTo(out);
        }
        String actual = HexFormat.of().formatHex(digest.digest());
        if (!actual.equals(sha256)) {
            throw new Problem(
                            file.getFileName()
                                    + " is not the file it should be: its SHA-256 is "
                                    + actual,
                            "expected " + sha256,
                            "fetch it again; a proxy or a mirror may have given something else")
                    .found();
        }
    }

    private Path passing(String kind, Key key, Maker maker, IOException reason) {
        try {
            return made(home.passing(kind, reason), key, maker);
        } catch (IOException | UncheckedIOException e) {
            throw unwritable(cause(e)).found();
        }
    }

    /// The lasting place if it has room for so much, else the passing one.
    private Path roomy(String kind, long bytes) throws IOException {
        IOException reason;
        try {
            Path folder = swept(home.lasting(kind));
            Files.delete(Files.createTempFile(folder, Scrap.MAKING, ""));
            long free = Files.getFileStore(folder).getUsableSpace();
            if (free >= bytes) {
                return folder;
            }
            reason = noRoom(folder, free, bytes);
        } catch (IOException e) {
            reason = e;
        }
        Path folder = home.passing(kind, reason);
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < bytes) {
            throw noRoom(folder, free, bytes);
        }
        return folder;
    }

    private static IOException noRoom(Path folder, long free, long bytes) {
        return new IOException(
                folder + " has " + (free >> 20) + " MB free, it takes " + (bytes >> 20) + " MB");
    }

    private static Path made(Path folder, Key key, Maker maker) throws IOException {
        Path entry = folder.resolve(key.name());
        Path fresh = fresh(folder, key, maker);
        try (Lock _ = Lock.of(folder)) {
            if (Contents.whole(entry, key, Links.LISTED)) {
                // Another run was quicker.
                Scrap.delete(fresh);
            } else {
                moveIn(fresh, entry);
            }
            return entry;
        }
    }

    private static Path fresh(Path folder, Key key, Maker maker) throws IOException {
        Path fresh = Files.createTempDirectory(folder, Scrap.MAKING);
        try {
            maker.make(fresh);
            Contents.write(fresh, key, Links.LISTED);
            return fresh;
        } catch (IOException | RuntimeException e) {
            Scrap.delete(fresh);
            throw e;
        }
    }

    private static void moveIn(Path fresh, Path entry) throws IOException {
        try {
            Scrap.remove(entry);
            Files.move(fresh, entry, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Scrap.delete(fresh);
            throw e;
        }
    }

    private Optional<Path> lasting(String kind) {
        try {
            return Optional.of(home.lasting(kind));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Optional<Path> whole(Path folder, Key key, Links links) {
        return Optional.of(folder.resolve(key.name()))
                .filter(entry -> Contents.whole(entry, key, links));
    }

    private static Path swept(Path folder) {
        Scrap.sweep(folder, Instant.now());
        return folder;
    }

    private static IOException cause(Exception e) {
        return e instanceof UncheckedIOException unchecked
                ? Objects.requireNonNull(unchecked.getCause())
                : (IOException) e;
    }

    private Problem unwritable(IOException e) {
        return new Problem(
                "there is no place for files that llmprof makes once: " + Reason.of(e),
                home.chosen().toString(),
                "XDG_CACHE_HOME=DIR with a folder that is yours and has room");
    }
}
