package dev.llmprof.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.llmprof.cache.Contents.Links;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CacheTest {
    private static final Key KEY = Key.of().with("name", "test").key();
    private static final String KIND = "things";

    @TempDir private Path home;
    private final AtomicInteger made = new AtomicInteger();
    private final List<String> remarks = new ArrayList<>();

    @Test
    void makesAnEntryOnce() throws IOException {
        Path first = folder();
        assertEquals(first, folder());
        assertEquals("right", Files.readString(first.resolve("a/b.txt")));
        assertEquals(1, made.get());
        assertEquals(List.of(), remarks);
        assertEquals(home.resolve("llmprof").resolve(KIND).resolve(KEY.name()), first);
    }

    @Test
    void makesANewEntryForAnotherKey() {
        Path first = folder();
        Path second = cache().folder(KIND, Key.of().with("name", "else").key(), this::make);
        assertEquals(2, made.get());
        assertFalse(first.equals(second));
    }

    /// What may have happened to an entry since it was made.
    enum Damage {
        BYTE_CHANGED {
            @Override
            void to(Path entry) throws IOException {
                Files.writeString(entry.resolve("a/b.txt"), "wrong");
            }
        },
        CUT_SHORT {
            @Override
            void to(Path entry) throws IOException {
                Files.writeString(entry.resolve("a/b.txt"), "rig");
            }
        },
        FILE_GONE {
            @Override
            void to(Path entry) throws IOException {
                Files.delete(entry.resolve("a/b.txt"));
            }
        },
        FILE_ADDED {
            @Override
            void to(Path entry) throws IOException {
                Files.writeString(entry.resolve("a/c.txt"), "more");
            }
        },
        FOLDER_FOR_A_FILE {
            @Override
            void to(Path entry) throws IOException {
                Files.delete(entry.resolve("a/b.txt"));
                Files.createDirectory(entry.resolve("a/b.txt"));
            }
        },
        LINK_FOR_A_FILE {
            @Override
            void to(Path entry) throws IOException {
                Files.move(entry.resolve("a/b.txt"), entry.resolveSibling("elsewhere"));
                Files.createSymbolicLink(
                        entry.resolve("a/b.txt"), entry.resolveSibling("elsewhere"));
            }
        },
        LINK_ADDED {
            @Override
            void to(Path entry) throws IOException {
                Files.createSymbolicLink(entry.resolve("a/c.txt"), Path.of("b.txt"));
            }
        },
        LIST_GONE {
            @Override
            void to(Path entry) throws IOException {
                Files.delete(entry.resolve(Contents.FILE));
            }
        },
        LIST_OF_ANOTHER_KEY {
            @Override
            void to(Path entry) throws IOException {
                Contents.write(entry, Key.of().with("name", "else").key(), Links.LISTED);
            }
        },
        LIST_UNREADABLE_AS_TEXT {
            @Override
            void to(Path entry) throws IOException {
                Files.write(entry.resolve(Contents.FILE), new byte[] {(byte) 0xff, 0, 1});
            }
        },
        OPEN_TO_OTHERS {
            @Override
            void to(Path entry) throws IOException {
                Files.setPosixFilePermissions(entry, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
        },
        FILE_FOR_THE_ENTRY {
            @Override
            void to(Path entry) throws IOException {
                Files.move(entry, entry.resolveSibling("elsewhere"));
                Files.writeString(entry, "no folder");
            }
        },
        LINK_FOR_THE_ENTRY {
            @Override
            void to(Path entry) throws IOException {
                Files.move(entry, entry.resolveSibling("elsewhere"));
                Files.createSymbolicLink(entry, entry.resolveSibling("elsewhere"));
            }
        };

        abstract void to(Path entry) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void makesABrokenEntryAnew(Damage damage) throws IOException {
        damage.to(folder());
        Path again = folder();
        assertEquals(2, made.get());
        assertEquals("right", Files.readString(again.resolve("a/b.txt")));
        assertEquals(again, folder());
        assertEquals(2, made.get());
        assertEquals(List.of(), remarks);
    }

    @Test
    void doesNotTrustAnEntryOfAnotherUser() throws IOException {
        Path entry = folder();
        giveAway(entry);
        folder();
        assertEquals(2, made.get());
        assertEquals(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid"),
                Files.getAttribute(entry, "unix:uid"));
    }

    @Test
    void doesNotUseACacheOfAnotherUser() throws IOException {
        giveAway(Files.createDirectory(home.resolve("llmprof")));
        Path entry = folder();
        assertEquals("right", Files.readString(entry.resolve("a/b.txt")));
        assertFalse(entry.startsWith(home), entry::toString);
        assertTrue(
                remarks.getFirst()
                        .startsWith(
                                "nothing can be kept in "
                                        + home.resolve("llmprof")
                                        + " ("
                                        + home.resolve("llmprof")
                                        + " belongs to "),
                remarks::toString);
    }

    @Test
    void closesACacheThatOthersMayWrite() throws IOException {
        folder();
        Path root = home.resolve("llmprof");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        folder();
        assertEquals(1, made.get());
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(root)));
    }

    @Test
    void aFileInTheWayCostsARemarkAndNoRun() throws IOException {
        Files.writeString(home.resolve("llmprof"), "no folder");
        Cache cache = cache();
        Path entry = cache.folder(KIND, KEY, this::make);
        assertEquals("right", Files.readString(entry.resolve("a/b.txt")));
        assertEquals(entry, cache.folder(KIND, KEY, this::make));
        assertEquals(1, made.get());
        assertEquals(
                List.of(
                        "nothing can be kept in "
                                + home.resolve("llmprof")
                                + " ("
                                + home.resolve("llmprof")
                                + " is not a folder); this run makes its own in "
                                + entry.resolve("../..").normalize()
                                + "; XDG_CACHE_HOME=DIR names another place"),
                remarks);
    }

    @Test
    void saysBeforehandThatNothingCanBeKept() throws IOException {
        assertEquals(Optional.empty(), cache().obstacle());
        Path root = home.resolve("llmprof");
        Files.delete(root);
        Files.writeString(root, "no folder");
        assertEquals(
                Optional.of(
                        "nothing can be kept in "
                                + root
                                + " ("
                                + root
                                + " is not a folder); this run makes its own;"
                                + " XDG_CACHE_HOME=DIR names another place"),
                cache().obstacle());
    }

    @Test
    void aMakerThatFailsLeavesNothing() throws IOException {
        Problem problem =
                assertThrows(
                                Problem.Found.class,
                                () ->
                                        cache().folder(
                                                        KIND,
                                                        KEY,
                                                        folder -> {
                                                            Files.createFile(
                                                                    folder.resolve("half"));
                                                            throw new IOException("No space left");
                                                        }))
                        .problems()
                        .getFirst();
        assertEquals(
                new Problem(
                        "there is no place for files that llmprof makes once: No space left",
                        home.resolve("llmprof").toString(),
                        "XDG_CACHE_HOME=DIR with a folder that is yours and has room"),
                problem);
        assertEquals(List.of(), names());
    }

    @Test
    void whoComesSecondTakesWhatTheFirstMade() throws IOException {
        Path entry =
                cache().folder(
                                KIND,
                                KEY,
                                folder -> {
                                    make(folder);
                                    Files.writeString(folder().resolve("a/first.txt"), "");
                                    Contents.write(folder(KIND), KEY, Links.LISTED);
                                });
        assertTrue(Files.exists(entry.resolve("a/first.txt")));
        assertEquals(List.of(KEY.name()), names());
    }

    @Test
    void sweepsHalvesOfYesterdayAndEntriesOfLastMonth() throws IOException {
        Path entry = folder();
        age(entry, 29);
        Path things = entry.resolveSibling("");
        Path old = Files.createDirectory(things.resolve(".making-old"));
        Files.writeString(old.resolve("half"), "");
        age(old, 2);
        age(Files.createDirectory(things.resolve("forgotten")), 31);
        Files.createDirectory(things.resolve(".making-young"));
        cache().folder(KIND, Key.of().with("name", "new").key(), this::make);
        assertEquals(
                List.of(".making-young", KEY.name(), Key.of().with("name", "new").key().name())
                        .stream()
                        .sorted()
                        .toList(),
                names());
    }

    @Test
    void anEntryThatIsUsedStaysYoung() throws IOException {
        age(folder(), 29);
        Instant before = Files.getLastModifiedTime(folder()).toInstant();
        assertTrue(before.isAfter(Instant.now().minusSeconds(3600)), before::toString);
    }

    @Test
    void keepsTheLastOfAKey() throws IOException {
        folder();
        cache().keep(KIND, KEY, folder -> Files.writeString(folder.resolve("rates"), "2"));
        Path kept = cache().find(KIND, KEY).orElseThrow();
        assertEquals("2", Files.readString(kept.resolve("rates")));
        assertFalse(Files.exists(kept.resolve("a")));
    }

    @Test
    void nothingIsKeptWhereNothingCanBe() throws IOException {
        Files.writeString(home.resolve("llmprof"), "no folder");
        cache().keep(KIND, KEY, this::make);
        assertEquals(Optional.empty(), cache().find(KIND, KEY));
        assertEquals(List.of(), remarks);
    }

    @Test
    void anEntryMadeInPlaceIsMadeOnceAndAnewWhenBroken() throws IOException {
        Path entry = inPlace(10);
        assertEquals(entry, inPlace(10));
        assertEquals(1, made.get());
        Damage.LINK_ADDED.to(entry);
        assertEquals(entry, inPlace(10));
        assertEquals(1, made.get(), "loaders make links as they need them");
        Damage.BYTE_CHANGED.to(entry);
        assertEquals(entry, inPlace(10));
        assertEquals(2, made.get());
        assertEquals("right", Files.readString(entry.resolve("a/b.txt")));
    }

    @Test
    void anEntryThatWasCutOffIsMadeAnew() throws IOException {
        assertThrows(
                IllegalStateException.class,
                () ->
                        cache().inPlace(
                                        KIND,
                                        KEY,
                                        1,
                                        folder -> {
                                            make(folder);
                                            throw new IllegalStateException("killed");
                                        }));
        assertEquals("right", Files.readString(inPlace(1).resolve("a/b.txt")));
        assertEquals(2, made.get());
    }

    @Test
    void saysWhatIsMissingWhereNoDiskHasTheRoom() {
        Problem problem =
                assertThrows(Problem.Found.class, () -> inPlace(Long.MAX_VALUE))
                        .problems()
                        .getFirst();
        assertTrue(problem.what().contains(" MB free, it takes 8796093022207 MB"), problem.what());
        assertEquals(0, made.get());
    }

    @Test
    void aFetchedFileIsThereFromThenOn() throws IOException {
        String sum = sum("bytes");
        assertEquals(Optional.empty(), cache().file(KIND, "lib.jar", sum));
        Path file = cache().fetch(KIND, "lib.jar", sum, out -> out.write(bytes("bytes")));
        assertEquals("bytes", Files.readString(file));
        assertEquals(Optional.of(file), cache().file(KIND, "lib.jar", sum));
        Files.writeString(file, "other");
        assertEquals(Optional.empty(), cache().file(KIND, "lib.jar", sum));
    }

    @Test
    void aFileThatIsNotWhatItShouldBeIsNotKept() throws IOException {
        Problem problem =
                assertThrows(
                                Problem.Found.class,
                                () ->
                                        cache().fetch(
                                                        KIND,
                                                        "lib.jar",
                                                        sum("bytes"),
                                                        out -> out.write(bytes("login"))))
                        .problems()
                        .getFirst();
        assertEquals(
                new Problem(
                        "lib.jar is not the file it should be: its SHA-256 is " + sum("login"),
                        "expected " + sum("bytes"),
                        "fetch it again; a proxy or a mirror may have given something else"),
                problem);
        assertEquals(List.of(), names());
    }

    @Test
    void aBrokenConnectionIsTheCallersToTell() throws IOException {
        IOException e =
                assertThrows(
                        IOException.class,
                        () ->
                                cache().fetch(
                                                KIND,
                                                "lib.jar",
                                                sum("bytes"),
                                                out -> {
                                                    out.write(bytes("by"));
                                                    throw new IOException("connection reset");
                                                }));
        assertEquals("connection reset", e.getMessage());
        assertEquals(List.of(), names());
    }

    private Path folder() {
        return cache().folder(KIND, KEY, this::make);
    }

    private Path folder(String kind) {
        return home.resolve("llmprof").resolve(kind).resolve(KEY.name());
    }

    private Path inPlace(long bytes) {
        return cache().inPlace(KIND, KEY, bytes, this::make);
    }

    private void make(Path folder) throws IOException {
        made.incrementAndGet();
        Files.writeString(Files.createDirectory(folder.resolve("a")).resolve("b.txt"), "right");
    }

    private Cache cache() {
        return Cache.of(Map.of("XDG_CACHE_HOME", home.toString()), remarks::add);
    }

    private List<String> names() throws IOException {
        try (var entries = Files.list(home.resolve("llmprof").resolve(KIND))) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !name.equals(Lock.FILE))
                    .sorted()
                    .toList();
        }
    }

    private static void age(Path folder, long days) throws IOException {
        Files.setLastModifiedTime(
                folder, FileTime.from(Instant.now().minusSeconds(days * 24 * 3600)));
    }

    private static void giveAway(Path folder) throws IOException {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "skipped: only root can give a folder to another user");
        Files.setAttribute(folder, "unix:uid", 65534);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sum(String text) {
        return HexFormat.of().formatHex(Key.sha256().digest(bytes(text)));
    }
}
