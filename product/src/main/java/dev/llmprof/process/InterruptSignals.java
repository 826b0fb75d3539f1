package dev.llmprof.process;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Ctrl-C and its relatives as a call, so that a run can end its programs, keep what they wrote and
/// say so. The JDK's own answer is to stop at once.
///
/// The JDK offers signals only in `sun.misc`, which javac does not let anyone name without a
/// warning; hence by reflection. Where that fails the JDK's own answer stands, and the guards end
/// the programs.
public final class InterruptSignals {
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

    /// `timeout` and schedulers send one signal to a process and once more to its group: what comes
    /// in the same moment is one wish, not an impatient second.
    private static final long ONE_WISH_NANOS = 200_000_000L;

    private InterruptSignals() {}

    public static void call(Runnable action) {
        var last = new AtomicLong(System.nanoTime() - 2 * ONE_WISH_NANOS);
        call(
                () -> {
                    long now = System.nanoTime();
                    if (now - last.getAndSet(now) > ONE_WISH_NANOS) {
                        action.run();
                    }
                },
                NAMES);
    }

    private static void call(Runnable action, List<String> names) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            MethodHandle run =
                    MethodHandles.lookup()
                            .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                            .bindTo(action);
            Object calling =
                    MethodHandleProxies.asInterfaceInstance(
                            handler, MethodHandles.dropArguments(run, 0, signal));
            Method handle = signal.getMethod("handle", signal, handler);
            for (String name : names) {
                handle.invoke(
                        signal, signal.getConstructor(String.class).newInstance(name), calling);
            }
            // Batch systems send it as a warning; what it means is the program's to know.
            handle.invoke(
                    signal,
                    signal.getConstructor(String.class).newInstance("USR1"),
                    MethodHandleProxies.asInterfaceInstance(
                            handler,
                            MethodHandles.empty(MethodType.methodType(void.class, signal))));
        } catch (ReflectiveOperationException e) {
            // See above: nothing is lost but the tidy end.
        }
    }
}
