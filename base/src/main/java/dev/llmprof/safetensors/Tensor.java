package dev.llmprof.safetensors;

import java.util.List;

/// A tensor as a file's header describes it. `begin` and `end` count bytes from where the data
/// starts; the shape has PyTorch's order, whatever the file's own.
public record Tensor(String name, String dtype, List<Long> shape, long begin, long end) {
    public Tensor {
        shape = List.copyOf(shape);
    }

    public long elements() {
        long product = 1;
        for (long side : shape) {
            product = Math.multiplyExact(product, side);
        }
        return product;
    }

    public long bytes() {
        return end - begin;
    }
}
