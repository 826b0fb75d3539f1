package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.event.Shapes;
import java.util.Locale;

/// How many bytes a message has.
final class ElementBytes {
    private ElementBytes() {}

    /// Of an element, by PyTorch's names for types: `BFloat16`, `c10::Half`, `unsigned char`.
    static long of(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        if (name.contains("float8") || name.contains("char") || name.contains("byte")) {
            return 1;
        }
        if (name.contains("bfloat16") || name.contains("half") || name.contains("short")) {
            return 2;
        }
        if (name.contains("double") || name.contains("long") || name.contains("int64")) {
            return 8;
        }
        if (name.contains("bool") || name.contains("int8")) {
            return 1;
        }
        return 4;
    }

    /// Of the first input, as an annotation of gloo names its shape and type.
    static long of(String shapes, String types) {
        Shapes shape = Shapes.of(shapes);
        if (shape.inputs().isEmpty()) {
            return 0;
        }
        long elements = 1;
        for (long size : shape.input(0)) {
            elements *= size;
        }
        return elements * of(types.split(",", 2)[0]);
    }
}
