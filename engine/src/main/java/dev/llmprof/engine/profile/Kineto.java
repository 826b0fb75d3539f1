package dev.llmprof.engine.profile;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.llmprof.problem.Problem;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.ActivityTypeSet;
import org.bytedeco.pytorch.ExperimentalConfig;
import org.bytedeco.pytorch.ProfilerConfig;
import org.bytedeco.pytorch.global.torch;

/// PyTorch's profiler from Java. The bindings leave out starting, stopping and saving; libtorch
/// exports them as C++ symbols, called here by the layouts of libstdc++ on 64-bit Linux.
@SuppressWarnings("restricted")
public final class Kineto {
    private static final String PROFILER = "_ZN5torch8autograd8profiler";
    private static final String ENABLE =
            PROFILER
                    + "14enableProfilerERKNS_8profiler4impl14ProfilerConfigERKSt3setINS3_12ActivityType"
                    + "ESt4lessIS8_ESaIS8_EERKSt13unordered_setIN2at11RecordScopeESt4hashISH_ESt8equal_to"
                    + "ISH_ESaISH_EE";
    private static final String DISABLE = PROFILER + "15disableProfilerEv";
    private static final String SAVE =
            PROFILER
                    + "14ProfilerResult4saveERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";

    private final MethodHandle enable;
    private final MethodHandle disable;
    private final MethodHandle save;

    /// What to record: operators and annotations, kernels, and what belongs to an operator.
    public record Options(boolean cpu, boolean cuda, boolean shapes, boolean memory) {}

    Kineto() {
        Path library = Path.of(Loader.load(torch.class)).resolveSibling("libtorch_cpu.so");
        SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
        this.enable = bound(symbols, ENABLE, FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS));
        // The unique_ptr comes back through a hidden first argument.
        this.disable = bound(symbols, DISABLE, FunctionDescriptor.of(ADDRESS, ADDRESS));
        this.save = bound(symbols, SAVE, FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
    }

    void start(Options options) {
        try (var _ = new PointerScope();
                Arena arena = Arena.ofConfined()) {
            var config =
                    new ProfilerConfig(
                            torch.ProfilerState.KINETO.value,
                            options.shapes(),
                            options.memory(),
                            false,
                            false,
                            false,
                            new ExperimentalConfig(),
                            "");
            var activities = new ActivityTypeSet();
            if (options.cpu()) {
                activities.insert(torch.ActivityType.CPU);
            }
            if (options.cuda()) {
                activities.insert(torch.ActivityType.CUDA);
            }
            torch.prepareProfiler(config, activities);
            enable.invokeExact(at(config), at(activities), emptyScopes(arena));
        } catch (Throwable e) {
            throw Native.failure("enableProfiler", e);
        }
    }

    /// Ends the recording and writes it as plain JSON. One result object stays behind each time.
    void stop(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment holder = arena.allocate(ADDRESS);
            MemorySegment returned = (MemorySegment) disable.invokeExact(holder);
            assert returned.address() == holder.address();
            save.invokeExact(holder.get(ADDRESS, 0), string(arena, file.toString()));
        } catch (Throwable e) {
            throw Native.failure("disableProfiler", e);
        }
    }

    /// An empty std::unordered_set: one bucket, in place, and a load factor of one.
    private static MemorySegment emptyScopes(Arena arena) {
        MemorySegment set = arena.allocate(56, 8);
        set.set(ADDRESS, 0, set.asSlice(48));
        set.set(JAVA_LONG, 8, 1);
        set.set(JAVA_FLOAT, 32, 1f);
        return set;
    }

    /// A std::string: pointer to its characters, length, capacity.
    private static MemorySegment string(Arena arena, String text) {
        MemorySegment characters = arena.allocateFrom(text);
        MemorySegment string = arena.allocate(32, 8);
        string.set(ADDRESS, 0, characters);
        string.set(JAVA_LONG, 8, characters.byteSize() - 1);
        string.set(JAVA_LONG, 16, characters.byteSize() - 1);
        return string;
    }

    private static MemorySegment at(Pointer pointer) {
        return MemorySegment.ofAddress(pointer.address());
    }

    private static MethodHandle bound(
            SymbolLookup symbols, String symbol, FunctionDescriptor shape) {
        MemorySegment address =
                symbols.find(symbol)
                        .orElseThrow(() ->
                                new Problem(
                                                "this libtorch does not export its profiler",
                                                symbol,
                                                "pipeline.torch_profiler.enable=false")
                                        .found());
        return Linker.nativeLinker().downcallHandle(address, shape);
    }
}
