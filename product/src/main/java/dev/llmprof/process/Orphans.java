package dev.llmprof.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Descendants of our programs that lost their parents: daemons. Linux gives them to us, as we ask
/// to be their sub-reaper; without that one that also left its session and cleared its environment
/// could not be told from a stranger's process.
@SuppressWarnings("restricted")
final class Orphans {
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final Duration NAP = Duration.ofMillis(20);
    private static final int ROUNDS = 50;
    private static final Set<Integer> STARTED = new HashSet<>();
    private static final int OWN = (int) ProcessHandle.current().pid();
    private static boolean asked;

    private Orphans() {}

    /// A process by its number and the clock tick in which it began, since numbers come again.
    record Orphan(int pid, String began, String name) {
        String word() {
            return pid + ":" + began;
        }
    }

    /// Notes a child of our own making, before anybody takes it for an orphan.
    static synchronized Posix.Spawned started(Supplier<Posix.Spawned> spawn) {
        if (!asked) {
            asked = true;
            adopt();
        }
        Posix.Spawned spawned = spawn.get();
        if (spawned instanceof Posix.Spawned.Child(int pid)) {
            STARTED.add(pid);
        }
        return spawned;
    }

    /// Waits for a child of our own making.
    static Posix.Status await(int pid) {
        Posix.Status status = Posix.await(pid);
        synchronized (Orphans.class) {
            STARTED.remove(pid);
        }
        return status;
    }

    /// Those that live; the dead are buried. A child in our own session is none: programs are
    /// started in sessions of theirs, and nobody can join another's.
    static synchronized List<Orphan> living() {
        List<Orphan> living = new ArrayList<>();
        String session = stat(OWN).map(own -> own.get(4)).orElse("");
        for (int pid : children()) {
            List<String> stat = stat(pid).orElse(List.of());
            if (STARTED.contains(pid) || stat.size() < 21 || stat.get(4).equals(session)) {
                continue;
            }
            if (stat.get(1).equals("Z")) {
                Posix.await(pid);
            } else {
                living.add(new Orphan(pid, stat.get(20), stat.get(0)));
            }
        }
        return living;
    }

    /// Ends them for good. Those that we may not end are given back.
    static List<Orphan> end() {
        List<Orphan> left = living();
        for (int round = 0; round < ROUNDS && !left.isEmpty(); round++) {
            left.forEach(each -> Posix.kill(each.pid(), Posix.SIGKILL));
            LockSupport.parkNanos(NAP.toNanos());
            left = living();
        }
        return left;
    }

    /// Not every kernel lists them; then all processes are looked at.
    private static Set<Integer> children() {
        Path listed = Path.of("/proc/self/task/" + OWN + "/children");
        return Files.exists(listed) ? listed() : ofAll();
    }

    private static Set<Integer> listed() {
        Set<Integer> pids = new HashSet<>();
        for (Path thread : entries(Path.of("/proc/self/task"))) {
            for (String pid : text(thread.resolve("children")).strip().split(" ", -1)) {
                if (!pid.isEmpty()) {
                    pids.add(Integer.valueOf(pid));
                }
            }
        }
        return pids;
    }

    private static Set<Integer> ofAll() {
        Set<Integer> pids = new HashSet<>();
        String own = String.valueOf(OWN);
        for (Path process : entries(Path.of("/proc"))) {
            int pid = Integer.parseInt(process.getFileName().toString());
            if (stat(pid).filter(stat -> stat.size() > 2 && stat.get(2).equals(own)).isPresent()) {
                pids.add(pid);
            }
        }
        return pids;
    }

    private static List<Path> entries(Path folder) {
        try (var entries = Files.newDirectoryStream(folder, "[0-9]*")) {
            List<Path> all = new ArrayList<>();
            entries.forEach(all::add);
            return all;
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
    }

    /// Its name, which may hold blanks, then state, parent, group, session and the rest.
    private static Optional<List<String>> stat(int pid) {
        String line = text(Path.of("/proc/" + pid + "/stat"));
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 0 || close < open) {
            return Optional.empty();
        }
        List<String> fields = new ArrayList<>(List.of(line.substring(open + 1, close)));
        fields.addAll(List.of(line.substring(close + 1).strip().split(" ", -1)));
        return Optional.of(fields);
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it ended while we looked
        }
    }

    private static void adopt() {
        MethodHandle prctl =
                Linker.nativeLinker()
                        .downcallHandle(
                                Linker.nativeLinker().defaultLookup().findOrThrow("prctl"),
                                FunctionDescriptor.of(
                                        JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                                        JAVA_LONG),
                                Linker.Option.firstVariadicArg(1));
        try {
            // Where it is refused, the guard's own ways are all there is.
            int _ = (int) prctl.invokeExact(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
        } catch (Throwable e) {
            throw new IllegalStateException("prctl", e);
        }
    }
}
