package dev.llmprof.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A terminal for a program whose output we read: it draws its bars and colours as it would on
/// ours.
record PseudoTerminal(int descriptor, String path) {
    /// Read and write, not the program's controlling terminal.
    static final int OPEN_FLAGS = 0x2 | 0x100;

    private static final int O_CLOEXEC = 0x80000;
    private static final long OPAQUE_BYTES = 512;
    private static final long OUTPUT_FLAGS_OFFSET = 4;
    private static final int OPOST = 1;
    private static final long TIOCSWINSZ = 0x5414;
    private static final MethodHandle OPEN = Posix.plain("posix_openpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle GRANT = Posix.plain("grantpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle UNLOCK = Posix.plain("unlockpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle NAME =
            Posix.plain("ptsname_r", JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle GET = Posix.plain("tcgetattr", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle SET =
            Posix.plain("tcsetattr", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);

    /// Whether one of our own descriptors is a terminal.
    static boolean is(int descriptor) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
            return target.matches("/dev/(pts/\\d+|tty.*|console)");
        } catch (IOException e) {
            return false;
        }
    }

    /// As wide and high as ours. Empty where the system has no more of them.
    static Optional<PseudoTerminal> open() {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) OPEN.invokeExact(OPEN_FLAGS | O_CLOEXEC);
            if (descriptor < 0) {
                return Optional.empty();
            }
            MemorySegment name = arena.allocate(OPAQUE_BYTES);
            MemorySegment modes = arena.allocate(OPAQUE_BYTES);
            boolean ready =
                    (int) GRANT.invokeExact(descriptor) == 0
                            && (int) UNLOCK.invokeExact(descriptor) == 0
                            && (int) NAME.invokeExact(descriptor, name, OPAQUE_BYTES) == 0
                            && (int) GET.invokeExact(descriptor, modes) == 0;
            if (!ready) {
                Posix.close(descriptor);
                return Optional.empty();
            }
            // The bytes as the program wrote them; the terminal they are shown on does the rest.
            int flags = modes.get(JAVA_INT, OUTPUT_FLAGS_OFFSET);
            modes.set(JAVA_INT, OUTPUT_FLAGS_OFFSET, flags & ~OPOST);
            int _ = (int) SET.invokeExact(descriptor, 0, modes);
            TerminalSize.copyTo(descriptor, TIOCSWINSZ);
            return Optional.of(new PseudoTerminal(descriptor, name.getString(0)));
        } catch (Throwable e) {
            throw new IllegalStateException("posix_openpt", e);
        }
    }
}
