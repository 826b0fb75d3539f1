package dev.llmprof.engine.weights;

import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.Pointer;

/// Memory that Java owns, handed to libtorch by its address. The only place an address becomes a
/// pointer, because nothing checks it afterwards.
final class Memory extends Pointer {
    @SuppressWarnings("this-escape")
    private Memory(MemorySegment segment) {
        address = segment.address();
        limit = segment.byteSize();
        capacity = segment.byteSize();
    }

    static Pointer of(MemorySegment segment) {
        return new Memory(segment);
    }
}
