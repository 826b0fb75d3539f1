package dev.llmprof.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The C library's calls on processes, for what ProcessBuilder does not offer: a session of its
/// own, the difference between exit code 143 and death by SIGTERM, and the peak memory of one
/// child.
@SuppressWarnings("restricted")
final class Posix {
    static final int SIGKILL = 9;

    private static final int EINTR = 4;
    private static final int O_CLOEXEC = 0x80000;
    private static final int F_SETFD = 2;
    private static final int FD_CLOEXEC = 1;
    private static final short SPAWN_SETSIGMASK = 0x08;
    private static final short SPAWN_SETSID = 0x80;
    // Larger than glibc's and musl's structures, which only the library itself looks into.
    private static final long OPAQUE_BYTES = 512;
    private static final long RUSAGE_MAXRSS_OFFSET = 32;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO_VALUE =
            ERRNO.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle PIPE2 = plain("pipe2", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = plain("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle WRITE =
            plain("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle READ = plain("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle KILL = plain("kill", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle FCNTL =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("fcntl"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
    private static final MethodHandle WAIT4 =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("wait4"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
                    Linker.Option.captureCallState("errno"));
    private static final MethodHandle STRERROR = plain("strerror", ADDRESS, JAVA_INT);
    private static final MethodHandle SPAWN =
            plain("posix_spawn", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle ACTIONS_INIT =
            plain("posix_spawn_file_actions_init", JAVA_INT, ADDRESS);
    private static final MethodHandle ACTIONS_DESTROY =
            plain("posix_spawn_file_actions_destroy", JAVA_INT, ADDRESS);
    private static final MethodHandle ADD_OPEN =
            plain(
                    "posix_spawn_file_actions_addopen",
                    JAVA_INT,
                    ADDRESS,
                    JAVA_INT,
                    ADDRESS,
                    JAVA_INT,
                    JAVA_INT);
    private static final MethodHandle ADD_DUP2 =
            plain("posix_spawn_file_actions_adddup2", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle ADD_CHDIR =
            plain("posix_spawn_file_actions_addchdir_np", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle ATTR_INIT = plain("posix_spawnattr_init", JAVA_INT, ADDRESS);
    private static final MethodHandle ATTR_DESTROY =
            plain("posix_spawnattr_destroy", JAVA_INT, ADDRESS);
    private static final MethodHandle ATTR_FLAGS =
            plain("posix_spawnattr_setflags", JAVA_INT, ADDRESS, JAVA_SHORT);
    private static final MethodHandle ATTR_MASK =
            plain("posix_spawnattr_setsigmask", JAVA_INT, ADDRESS, ADDRESS);

    private Posix() {}

    /// One thing that happens in the child between fork and exec.
    sealed interface Setup {
        record Open(int descriptor, String path, int flags) implements Setup {}

        record Duplicate(int from, int to) implements Setup {}

        record Stand(String directory) implements Setup {}
    }

    sealed interface Spawned {
        record Child(int pid) implements Spawned {}

        record Refused(String reason) implements Spawned {}
    }

    /// The end of a child as the kernel tells it.
    record Status(int raw, long peakBytes) {
        boolean exited() {
            return (raw & 0x7f) == 0;
        }

        int exitCode() {
            return (raw >> 8) & 0xff;
        }

        int signal() {
            return raw & 0x7f;
        }
    }

    record Pipe(int readEnd, int writeEnd) {}

    /// Starts a program as the leader of a session of its own, no signal blocked.
    static Spawned spawn(
            String program, List<String> argv, List<String> environment, List<Setup> setups) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment actions = arena.allocate(OPAQUE_BYTES);
            MemorySegment attributes = arena.allocate(OPAQUE_BYTES);
            MemorySegment pid = arena.allocate(JAVA_INT);
            check("posix_spawn_file_actions_init", (int) ACTIONS_INIT.invokeExact(actions));
            check("posix_spawnattr_init", (int) ATTR_INIT.invokeExact(attributes));
            for (Setup setup : setups) {
                add(setup, actions, arena);
            }
            // HotSpot blocks SIGQUIT in its threads; a child would inherit that.
            check(
                    "posix_spawnattr_setsigmask",
                    (int) ATTR_MASK.invokeExact(attributes, arena.allocate(OPAQUE_BYTES)));
            short flags = SPAWN_SETSID | SPAWN_SETSIGMASK;
            check("posix_spawnattr_setflags", (int) ATTR_FLAGS.invokeExact(attributes, flags));
            int error =
                    (int)
                            SPAWN.invokeExact(
                                    pid,
                                    arena.allocateFrom(program),
                                    actions,
                                    attributes,
                                    strings(argv, arena),
                                    strings(environment, arena));
            check("posix_spawn_file_actions_destroy", (int) ACTIONS_DESTROY.invokeExact(actions));
            check("posix_spawnattr_destroy", (int) ATTR_DESTROY.invokeExact(attributes));
            return error == 0
                    ? new Spawned.Child(pid.get(JAVA_INT, 0))
                    : new Spawned.Refused(describe(error));
        } catch (Throwable e) {
            throw broken("posix_spawn", e);
        }
    }

    /// Blocks until the child has ended, and reaps it.
    static Status await(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(ERRNO);
            MemorySegment status = arena.allocate(JAVA_INT);
            MemorySegment usage = arena.allocate(OPAQUE_BYTES);
            while ((int) WAIT4.invokeExact(errno, pid, status, 0, usage) < 0) {
                int error = (int) ERRNO_VALUE.get(errno, 0L);
                if (error != EINTR) {
                    throw new IllegalStateException("wait4: " + describe(error));
                }
            }
            long peakKilobytes = usage.get(JAVA_LONG, RUSAGE_MAXRSS_OFFSET);
            return new Status(status.get(JAVA_INT, 0), peakKilobytes * 1024);
        } catch (Throwable e) {
            throw broken("wait4", e);
        }
    }

    static Pipe pipe() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            if ((int) PIPE2.invokeExact(ends, O_CLOEXEC) != 0) {
                throw new IllegalStateException("pipe2 failed");
            }
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        } catch (Throwable e) {
            throw broken("pipe2", e);
        }
    }

    /// False when nobody reads the other end any more.
    static boolean write(int descriptor, String text) {
        return write(descriptor, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    static boolean write(int descriptor, ByteBuffer bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(Math.max(1, bytes.remaining()));
            buffer.copyFrom(MemorySegment.ofBuffer(bytes));
            for (long at = 0; at < bytes.remaining(); ) {
                long length = bytes.remaining() - at;
                long written = (long) WRITE.invokeExact(descriptor, buffer.asSlice(at), length);
                if (written < 0) {
                    return false;
                }
                at += written;
            }
            return true;
        } catch (Throwable e) {
            throw broken("write", e);
        }
    }

    /// How many bytes there were; none at the end, or where the other side is gone.
    static int read(int descriptor, MemorySegment buffer) {
        try {
            return (int)
                    Math.max(0, (long) READ.invokeExact(descriptor, buffer, buffer.byteSize()));
        } catch (Throwable e) {
            throw broken("read", e);
        }
    }

    static void close(int descriptor) {
        try {
            int _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable e) {
            throw broken("close", e);
        }
    }

    /// False when there is no such process. A negative pid means the whole group.
    static boolean kill(int pid, int signal) {
        try {
            return (int) KILL.invokeExact(pid, signal) == 0;
        } catch (Throwable e) {
            throw broken("kill", e);
        }
    }

    /// What the JVM has open stays ours: it does not mark its own files close-on-exec.
    static void keepFromChildren(int descriptor) {
        try {
            int _ = (int) FCNTL.invokeExact(descriptor, F_SETFD, FD_CLOEXEC);
        } catch (Throwable e) {
            throw broken("fcntl", e);
        }
    }

    private static void add(Setup setup, MemorySegment actions, Arena arena) throws Throwable {
        int error =
                switch (setup) {
                    case Setup.Open(int descriptor, String path, int flags) ->
                            (int)
                                    ADD_OPEN.invokeExact(
                                            actions,
                                            descriptor,
                                            arena.allocateFrom(path),
                                            flags,
                                            0);
                    case Setup.Duplicate(int from, int to) ->
                            (int) ADD_DUP2.invokeExact(actions, from, to);
                    case Setup.Stand(String directory) ->
                            (int) ADD_CHDIR.invokeExact(actions, arena.allocateFrom(directory));
                };
        check("posix_spawn_file_actions", error);
    }

    private static MemorySegment strings(List<String> texts, Arena arena) {
        MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        array.setAtIndex(ADDRESS, texts.size(), MemorySegment.NULL);
        return array;
    }

    private static String describe(int error) throws Throwable {
        MemorySegment text = (MemorySegment) STRERROR.invokeExact(error);
        return text.reinterpret(4096).getString(0);
    }

    private static void check(String call, int error) throws Throwable {
        if (error != 0) {
            throw new IllegalStateException(call + ": " + describe(error));
        }
    }

    private static IllegalStateException broken(String call, Throwable e) {
        return e instanceof IllegalStateException known
                ? known
                : new IllegalStateException(call, e);
    }

    static MethodHandle plain(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }
}
