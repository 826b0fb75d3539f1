package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A small PyTorch trace, event by event; times are microseconds.
final class Tape {
    private static final String H100 = "NVIDIA H100 80GB HBM3";

    private final List<String> events = new ArrayList<>();
    private String header = device(H100);
    private String shapes = "\"Input Dims\":[[8,8],[8,8]]";
    private boolean stacks = true;
    private boolean launches = true;
    private long now = 1_000;
    private int next = 1;

    /// Four equal steps, with shapes, stacks and a known GPU: no rule has anything to say.
    static Tape good() {
        return new Tape().steps("ProfilerStep#", 4);
    }

    Tape steps(String name, int count) {
        for (int step = 0; step < count; step++) {
            step(name.endsWith("#") ? name + step : name, 100);
        }
        return this;
    }

    Tape step(String name, long kernelMicros) {
        return step(name, 60, kernelMicros);
    }

    Tape step(String name, long hostMicros, long kernelMicros) {
        event("user_annotation", name, now, hostMicros, "");
        work(kernelMicros);
        return this;
    }

    /// An operator that launches a kernel.
    Tape work(long kernelMicros) {
        event("cpu_op", "aten::mm", now + 5, 30, "\"External id\":" + next + "," + shapes);
        if (stacks) {
            event("python_function", "infer.py(3): forward", now + 1, 50, "");
        }
        if (launches) {
            event("cuda_runtime", "cudaLaunchKernel", now + 10, 8, "\"correlation\":" + next);
        }
        kernel(now + 30, kernelMicros, next);
        now += Math.max(kernelMicros, 60) + 40;
        next++;
        return this;
    }

    Tape kernel(long start, long micros, int correlation) {
        return event(
                "kernel",
                "sm90_gemm",
                start,
                micros,
                "\"device\":0,\"stream\":7,\"correlation\":" + correlation);
    }

    Tape event(String category, String name, long start, long micros, String args) {
        events.add(
                String.format(
                        Locale.ROOT,
                        "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":%d,\"args\":{%s}}",
                        category,
                        name,
                        start,
                        micros,
                        args));
        return this;
    }

    Tape header(String fields) {
        header = fields;
        return this;
    }

    Tape rank(int rank, int of) {
        return header(
                device(H100)
                        + ",\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":"
                        + rank
                        + ",\"world_size\":"
                        + of
                        + "}");
    }

    Tape withoutShapes() {
        shapes = "\"Sequence number\":1";
        return this;
    }

    Tape withoutStacks() {
        stacks = false;
        return this;
    }

    Tape withoutLaunches() {
        launches = false;
        return this;
    }

    static String device(String name) {
        return "\"deviceProperties\":[{\"id\":0,\"name\":\"" + name + "\"}]";
    }

    String text() {
        return "{" + header + ",\"traceEvents\":[" + String.join(",", events) + "]}";
    }

    Capture capture() {
        return capture(text());
    }

    static Capture capture(String text) {
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return Capture.of(NestedTrace.of(KinetoReader.read("trace.json", in)));
    }
}
