package dev.llmprof.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.OptionalInt;

/// How wide the terminal behind stderr is now; the JDK does not tell.
@SuppressWarnings("restricted")
public final class TerminalSize {
    private static final int STDERR = 2;
    private static final long TIOCGWINSZ = 0x5413;
    private static final long WINSIZE_BYTES = 8;
    private static final long COLUMNS_OFFSET = 2;

    private static final MethodHandle IOCTL =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().findOrThrow("ioctl"),
                            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                            Linker.Option.firstVariadicArg(2));

    private TerminalSize() {}

    /// Gives another terminal the size of ours, where it has one.
    static void copyTo(int descriptor, long request) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(WINSIZE_BYTES);
            if ((int) IOCTL.invokeExact(STDERR, TIOCGWINSZ, size) == 0) {
                int _ = (int) IOCTL.invokeExact(descriptor, request, size);
            }
        } catch (Throwable e) {
            throw new IllegalStateException("ioctl", e);
        }
    }

    /// Empty where stderr is no terminal, or one that does not know its width.
    public static OptionalInt columns() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(WINSIZE_BYTES);
            int answer = (int) IOCTL.invokeExact(STDERR, TIOCGWINSZ, size);
            int columns = Short.toUnsignedInt(size.get(JAVA_SHORT, COLUMNS_OFFSET));
            return answer == 0 && columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
        } catch (Throwable e) {
            throw new IllegalStateException("ioctl", e);
        }
    }
}
