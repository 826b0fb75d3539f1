package dev.llmprof.engine.profile;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// NVTX ranges without C: plays the part of NVTX's own header, so that nsys and ncu see Java's
/// ranges like anybody's. Names are registered once; without a tool attached a range costs nothing.
public final class Nvtx {
    private static final int REGISTERED = 3;
    private static final int ATTRIBUTES_BYTES = 48;

    private final Arena arena = Arena.ofAuto();
    private final MethodHandle push;
    private final MethodHandle pop;
    private final MethodHandle register;
    private final Map<String, MemorySegment> attributes = new ConcurrentHashMap<>();

    private Nvtx(NvtxTool tool) {
        this.push = tool.core2(4, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        this.pop = tool.core2(5, FunctionDescriptor.of(JAVA_INT, ADDRESS));
        this.register = tool.core2(10, FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
    }

    /// A named set of ranges; the default one is what nsys and ncu gate on when no domain is said.
    record Domain(String name, MemorySegment handle) {
        static final Domain DEFAULT = new Domain("", MemorySegment.NULL);
    }

    /// Empty when no tool is attached, or one that takes no ranges.
    public static Optional<Nvtx> attached(Map<String, String> environment) {
        return NvtxTool.attached(environment).filter(NvtxTool::takesRanges).map(Nvtx::new);
    }

    void push(Domain domain, String name) {
        MemorySegment named =
                attributes.computeIfAbsent(
                        domain.name() + '\0' + name, _ -> attributes(domain, name));
        try {
            int depth = (int) push.invokeExact(domain.handle(), named);
            assert depth > Integer.MIN_VALUE;
        } catch (Throwable e) {
            throw Native.failure("nvtxDomainRangePushEx", e);
        }
    }

    void pop(Domain domain) {
        try {
            int depth = (int) pop.invokeExact(domain.handle());
            assert depth > Integer.MIN_VALUE;
        } catch (Throwable e) {
            throw Native.failure("nvtxDomainRangePop", e);
        }
    }

    /// nvtxEventAttributes_v2 whose message is a registered string.
    private MemorySegment attributes(Domain domain, String name) {
        MemorySegment event = arena.allocate(ATTRIBUTES_BYTES, 8);
        event.set(JAVA_SHORT, 0, (short) 3);
        event.set(JAVA_SHORT, 2, (short) ATTRIBUTES_BYTES);
        event.set(JAVA_INT, 32, REGISTERED);
        try {
            MemorySegment known = (MemorySegment) register.invokeExact(domain.handle(), text(name));
            event.set(ADDRESS, 40, known);
        } catch (Throwable e) {
            throw Native.failure("nvtxDomainRegisterStringA", e);
        }
        return event;
    }

    private MemorySegment text(String value) {
        return arena.allocateFrom(value);
    }
}
