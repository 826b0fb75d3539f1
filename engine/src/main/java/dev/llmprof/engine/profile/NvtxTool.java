package dev.llmprof.engine.profile;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;

/// The tool behind NVTX's injection library. It asks for tables of function slots, module by
/// module, and fills in the functions it wants to hear of.
@SuppressWarnings("restricted")
final class NvtxTool {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final String LIBRARY = "NVTX_INJECTION64_PATH";
    private static final int CORE2 = 5;
    private static final int CALLBACKS_TABLE = 1;
    private static final int VERSION_TABLE = 3;
    private static final int NVTX_VERSION = 3;

    /// How many function ids each module has, from NVTX's headers; ids begin with 1.
    private static final int[] FUNCTIONS = {0, 16, 9, 15, 7, 16, 7};

    // The tool keeps these addresses until the process ends.
    private final Arena arena = Arena.global();
    private final MemorySegment[] slots = new MemorySegment[FUNCTIONS.length];
    private final MemorySegment[] tables = new MemorySegment[FUNCTIONS.length];
    private final MemorySegment callbacks = arena.allocate(16, 8);
    private final MemorySegment version = arena.allocate(24, 8);

    private NvtxTool() {
        for (int module = 1; module < FUNCTIONS.length; module++) {
            slots[module] = arena.allocate(JAVA_LONG, FUNCTIONS[module] + 1L);
            tables[module] = arena.allocate(JAVA_LONG, FUNCTIONS[module] + 1L);
            for (int id = 1; id < FUNCTIONS[module]; id++) {
                tables[module].setAtIndex(JAVA_LONG, id, slots[module].address() + 8L * id);
            }
        }
    }

    static Optional<NvtxTool> attached(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(LIBRARY))
                .filter(name -> !name.isEmpty())
                .flatMap(NvtxTool::library)
                .flatMap(NvtxTool::attached);
    }

    private static Optional<NvtxTool> attached(SymbolLookup library) {
        var tool = new NvtxTool();
        return library.find("InitializeInjectionNvtx2")
                .filter(entry -> initialise(entry, tool.exports()))
                .map(_ -> tool);
    }

    /// nsys names its library with its path, ncu without: then the loader finds it by
    /// `LD_LIBRARY_PATH`.
    private static Optional<SymbolLookup> library(String name) {
        try {
            return Optional.of(SymbolLookup.libraryLookup(name, Arena.global()));
        } catch (IllegalArgumentException _) {
            // Named but not there: nobody listens, as NVTX's own header takes it.
            return Optional.empty();
        }
    }

    boolean takesRanges() {
        return slot(4) != 0 && slot(5) != 0 && slot(10) != 0 && slot(12) != 0;
    }

    /// A function of NVTX's second core module, the one with domains and registered strings.
    MethodHandle core2(int id, FunctionDescriptor shape) {
        return LINKER.downcallHandle(MemorySegment.ofAddress(slot(id)), shape);
    }

    private long slot(int id) {
        return slots[CORE2].getAtIndex(JAVA_LONG, id);
    }

    private MemorySegment exports() {
        callbacks.set(JAVA_LONG, 0, 16);
        callbacks.set(
                ADDRESS,
                8,
                upcall(
                        "functionTable",
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS),
                        MethodType.methodType(
                                int.class, int.class, MemorySegment.class, MemorySegment.class)));
        version.set(JAVA_LONG, 0, 24);
        version.set(JAVA_INT, 8, NVTX_VERSION);
        version.set(
                ADDRESS,
                16,
                upcall(
                        "toolVersion",
                        FunctionDescriptor.ofVoid(JAVA_INT),
                        MethodType.methodType(void.class, int.class)));
        return upcall(
                "exportTable",
                FunctionDescriptor.of(ADDRESS, JAVA_INT),
                MethodType.methodType(MemorySegment.class, int.class));
    }

    private static boolean initialise(MemorySegment entry, MemorySegment exports) {
        MethodHandle initialise =
                LINKER.downcallHandle(entry, FunctionDescriptor.of(JAVA_INT, ADDRESS));
        try {
            return (int) initialise.invokeExact(exports) != 0;
        } catch (Throwable e) {
            throw Native.failure("InitializeInjectionNvtx2", e);
        }
    }

    private MemorySegment upcall(String method, FunctionDescriptor shape, MethodType type) {
        try {
            MethodHandle handle =
                    MethodHandles.lookup().findVirtual(NvtxTool.class, method, type).bindTo(this);
            return LINKER.upcallStub(handle, shape, arena);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method, e);
        }
    }

    @SuppressWarnings("unused")
    private int functionTable(int module, MemorySegment table, MemorySegment size) {
        if (module <= 0 || module >= FUNCTIONS.length) {
            return 0;
        }
        if (size.address() != 0) {
            size.reinterpret(4).set(JAVA_INT, 0, FUNCTIONS[module]);
        }
        if (table.address() != 0) {
            table.reinterpret(8).set(ADDRESS, 0, tables[module]);
        }
        return 1;
    }

    @SuppressWarnings("unused")
    private MemorySegment exportTable(int id) {
        return switch (id) {
            case CALLBACKS_TABLE -> callbacks;
            case VERSION_TABLE -> version;
            default -> MemorySegment.NULL;
        };
    }

    @SuppressWarnings("unused")
    private void toolVersion(int toolVersion) {
        assert toolVersion >= 0;
    }
}
