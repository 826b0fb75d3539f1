package dev.llmprof.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The trace that PyTorch would write of one forward pass of a small Qwen on an H100, with times we
/// chose: 8 prompts of 512 tokens through 6 layers.
///
/// Each operator starts one kernel; a few kernels were launched before the profiler began, so that
/// nothing says whose they are.
public final class ForwardTrace {
    public static final int LAYERS = 6;
    public static final int BATCH = 8;
    public static final int PROMPT = 512;
    public static final String CONFIG =
            """
            {"model_type": "qwen2", "hidden_size": 256, "intermediate_size": 704,
             "num_hidden_layers": 6, "num_attention_heads": 4, "num_key_value_heads": 4,
             "vocab_size": 1000, "tie_word_embeddings": true, "torch_dtype": "bfloat16"}
            """;

    // Nanoseconds of one kernel each.
    public static final long SQUARE = 40_000;
    public static final long OUTPUT = 50_500;
    public static final long WIDE = 110_000;
    public static final long DOWN = 120_000;
    public static final long ATTENTION = 90_250;
    public static final long NORM = 6_000;
    public static final long ROTARY = 7_125;
    public static final long ACTIVATION = 9_000;
    public static final long RESIDUAL = 5_000;
    public static final long EMBEDDING = 3_000;
    public static final long HEAD = 150_000;
    public static final long STRANGER = 21_001;
    public static final int STRANGERS = 3;

    /// Ten operators of a layer, most of them called more than once.
    public static final long LAYER =
            3 * SQUARE
                    + OUTPUT
                    + 2 * WIDE
                    + DOWN
                    + ATTENTION
                    + 2 * NORM
                    + 2 * ROTARY
                    + ACTIVATION
                    + 2 * RESIDUAL;

    public static final long ALL = LAYERS * LAYER + EMBEDDING + NORM + HEAD + STRANGERS * STRANGER;

    private final StringBuilder events = new StringBuilder();
    private final double scale;
    private long hostNanos = 1_000_000;
    private long deviceNanos = 1_050_000;
    private int number;

    private ForwardTrace(double scale) {
        this.scale = scale;
    }

    /// Every kernel takes `scale` of its time.
    public static Path write(Path file, double scale) throws IOException {
        var trace = new ForwardTrace(scale);
        for (int i = 0; i < STRANGERS; i++) {
            trace.kernel("left_over_kernel", STRANGER, "");
        }
        trace.operator("embedding", EMBEDDING, List.of(List.of(1000, 256), List.of(BATCH, PROMPT)));
        for (int layer = 0; layer < LAYERS; layer++) {
            trace.layer();
        }
        trace.norm();
        trace.matrix(256, 1000, HEAD, false);
        return Files.writeString(file, trace.json());
    }

    private void layer() {
        List<Integer> heads = List.of(BATCH, 4, PROMPT, 64);
        List<Integer> stream = List.of(BATCH, PROMPT, 256);
        norm();
        for (int i = 0; i < 3; i++) {
            matrix(256, 256, SQUARE, true);
        }
        operator("mul", ROTARY, List.of(heads, List.of(1, 1, PROMPT, 64)));
        operator("mul", ROTARY, List.of(heads, List.of(1, 1, PROMPT, 64)));
        operator("_scaled_dot_product_flash_attention", ATTENTION, List.of(heads, heads, heads));
        matrix(256, 256, OUTPUT, false);
        operator("add", RESIDUAL, List.of(stream, stream));
        norm();
        matrix(256, 704, WIDE, false);
        matrix(256, 704, WIDE, false);
        operator("silu", ACTIVATION, List.of(List.of(BATCH, PROMPT, 704)));
        matrix(704, 256, DOWN, false);
        operator("add", RESIDUAL, List.of(stream, stream));
    }

    private void norm() {
        operator("rms_norm", NORM, List.of(List.of(BATCH, PROMPT, 256), List.of(), List.of(256)));
    }

    private void matrix(int in, int out, long nanos, boolean biased) {
        List<Integer> rows = List.of(BATCH * PROMPT, in);
        if (biased) {
            operator("addmm", nanos, List.of(List.of(out), rows, List.of(in, out)));
        } else {
            operator("mm", nanos, List.of(rows, List.of(in, out)));
        }
    }

    private void operator(String name, long nanos, List<List<Integer>> inputs) {
        number++;
        String external = "\"External id\": " + number;
        String shapes = inputs.toString();
        event(
                "cpu_op",
                "aten::" + name,
                7,
                hostNanos,
                12_000,
                external + ", \"Input Dims\": " + shapes);
        event(
                "cuda_runtime",
                "cudaLaunchKernel",
                7,
                hostNanos + 3_000,
                5_000,
                external + ", \"correlation\": " + (9_000 + number));
        kernel(name + "_kernel", nanos, external + ", ");
        hostNanos += 15_000;
    }

    private void kernel(String name, long nanos, String external) {
        long scaled = Math.round(nanos * scale);
        int correlation = external.isEmpty() ? 100 + events.length() : 9_000 + number;
        deviceNanos = Math.max(deviceNanos, hostNanos + 10_000);
        event(
                "kernel",
                name,
                0,
                deviceNanos,
                scaled,
                external + "\"correlation\": " + correlation + ", \"device\": 0, \"stream\": 7");
        deviceNanos += scaled + 1_000;
    }

    private void event(
            String category, String name, int process, long start, long nanos, String more) {
        events.append(events.isEmpty() ? "" : ",\n")
                .append("{\"ph\": \"X\", \"cat\": \"")
                .append(category)
                .append("\", \"name\": \"")
                .append(name)
                .append("\", \"pid\": ")
                .append(process)
                .append(", \"tid\": 7, \"ts\": ")
                .append(micros(start))
                .append(", \"dur\": ")
                .append(micros(nanos))
                .append(", \"args\": {")
                .append(more)
                .append("}}");
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%d.%03d", nanos / 1000, nanos % 1000);
    }

    private String json() {
        return """
        {"schemaVersion": 1,
         "deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3", "numSms": 132}],
         "traceEvents": [
        %s
        ]}
        """
                .formatted(events);
    }
}
