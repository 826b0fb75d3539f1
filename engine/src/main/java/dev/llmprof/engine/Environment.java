package dev.llmprof.engine;

import dev.llmprof.engine.profile.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.Map;

/// The environment that libtorch's thread pools read when they are loaded. Java cannot change its
/// own, so this asks the C library, before the first tensor is made.
@SuppressWarnings("restricted")
final class Environment {
    private static final long SMALL_MODEL_BYTES = 64_000_000;

    private Environment() {}

    /// Sets what the user has not set. OpenMP's pool and OpenBLAS's pool each spin for their own
    /// threads; two of them on the same cores stall for tens of milliseconds, so one has one
    /// thread. Small models gain nothing from a second core.
    static Map<String, String> prepare(long modelBytes, Map<String, String> chosenByUser) {
        int cores = Runtime.getRuntime().availableProcessors();
        int wanted = modelBytes < SMALL_MODEL_BYTES ? 1 : cores;
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("OMP_NUM_THREADS", "1");
        defaults.put("OPENBLAS_NUM_THREADS", String.valueOf(wanted));
        defaults.put("OMP_WAIT_POLICY", "PASSIVE");
        // oneDNN picks AMX where a virtual machine forbids it, and the process dies by SIGILL.
        defaults.put("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16");
        Map<String, String> effective = new LinkedHashMap<>();
        defaults.forEach((name, value) -> {
            String own = chosenByUser.get(name);
            if (own == null) {
                set(name, value);
            }
            effective.put(name, own == null ? value : own);
        });
        return effective;
    }

    private static void set(String name, String value) {
        Linker linker = Linker.nativeLinker();
        MethodHandle setenv =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("setenv"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment key = arena.allocateFrom(name);
            int failed = (int) setenv.invokeExact(key, arena.allocateFrom(value), 1);
            if (failed != 0) {
                throw new IllegalStateException("setenv refuses " + name);
            }
        } catch (Throwable e) {
            throw Native.failure("setenv", e);
        }
    }
}
