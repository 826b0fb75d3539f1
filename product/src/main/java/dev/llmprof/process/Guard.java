package dev.llmprof.process;

import dev.llmprof.shipped.ShippedText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A small shell process beside each program we start. It holds a pipe from us; when the pipe
/// closes, for whatever reason, it ends the program's whole tree. All killing is done there, so
/// that a deadline, Ctrl-C and the sudden death of llmprof take the same path.
final class Guard {
    private static final String SHELL = "/bin/sh";
    private static final String SCRIPT = script();

    private final int pid;
    private final int lifeline;
    private final Set<String> told = new HashSet<>();
    private boolean open = true;

    private Guard(int pid, int lifeline) {
        this.pid = pid;
        this.lifeline = lifeline;
    }

    /// Its own environment must not carry the id: it would find itself.
    static Guard start(String id, Duration grace, Optional<Path> busy, List<String> environment) {
        Posix.Pipe pipe = Posix.pipe();
        var setups =
                List.<Posix.Setup>of(
                        new Posix.Setup.Duplicate(pipe.readEnd(), 0),
                        new Posix.Setup.Open(1, "/dev/null", OpenFlags.WRITE),
                        new Posix.Setup.Duplicate(1, 2));
        String at = busy.map(each -> each.toAbsolutePath().toString()).orElse("");
        var argv = List.of("llmprof-guard", "-c", SCRIPT, "guard", id, "" + grace.toSeconds(), at);
        var spawned = Orphans.started(() -> Posix.spawn(SHELL, argv, environment, setups));
        Posix.close(pipe.readEnd());
        return switch (spawned) {
            case Posix.Spawned.Child(int pid) -> new Guard(pid, pipe.writeEnd());
            case Posix.Spawned.Refused(String reason) ->
                    throw new IllegalStateException(SHELL + ": " + reason);
        };
    }

    synchronized void watch(int leader) {
        if (open) {
            Posix.write(lifeline, leader + "\n");
        }
    }

    /// Processes that belong to the tree, though nothing about them says so.
    synchronized void watch(List<Orphans.Orphan> orphans) {
        for (Orphans.Orphan each : orphans) {
            if (open && told.add(each.word())) {
                Posix.write(lifeline, "also " + each.word() + "\n");
            }
        }
    }

    /// Ends the tree: INT to its leader's group, TERM to its leader, then TERM and KILL to all.
    synchronized void stop() {
        if (open) {
            open = false;
            Posix.close(lifeline);
        }
    }

    /// The leader has ended; ends what it left behind and waits until that is gone.
    void finish() {
        synchronized (this) {
            if (open) {
                Posix.write(lifeline, "over\n");
            }
            stop();
        }
        Orphans.await(pid);
    }

    private static String script() {
        return ShippedText.of(Guard.class, "guard.sh");
    }

    /// Flags of open(2), as Linux numbers them.
    static final class OpenFlags {
        static final int READ = 0;
        static final int WRITE = 1;
        static final int APPEND = WRITE | 0x400;

        private OpenFlags() {}
    }
}
