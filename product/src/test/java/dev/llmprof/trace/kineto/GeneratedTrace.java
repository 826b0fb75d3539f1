package dev.llmprof.trace.kineto;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Makes traces that are correct JSON and as unlike each other as a seed can make them.
final class GeneratedTrace {
    private static final String[] CATEGORIES = {
        "kernel",
        "gpu_memcpy",
        "gpu_memset",
        "cpu_op",
        "user_annotation",
        "cuda_runtime",
        "cuda_driver",
        "python_function",
        "Kernel",
        "Operator",
        "Runtime",
        "Trace",
        "ac2g"
    };
    private static final String[] NAMES = {
        "aten::mm",
        "void gemm<float, 4>(int*, \\\"x\\\")",
        "nn.Module: Linear_0",
        "ProfilerStep#3",
        "caf\\u00e9 \\ud83d\\ude00",
        "été ✓",
        "tab\\tnew\\nline\\\\",
        "",
        "a/b\\/c",
        "}, {",
        "],["
    };

    private final Random random;

    private GeneratedTrace(long seed) {
        this.random = new Random(seed);
    }

    static String json(long seed) {
        GeneratedTrace trace = new GeneratedTrace(seed);
        List<String> events = new ArrayList<>();
        for (int at = trace.random.nextInt(60); at >= 0; at--) {
            events.add(trace.event());
        }
        String array =
                "["
                        + trace.blank()
                        + String.join("," + trace.blank(), events)
                        + trace.blank()
                        + "]";
        if (trace.random.nextInt(4) == 0) {
            return array;
        }
        return "{\"schemaVersion\": 1,"
                + trace.blank()
                + "\"odd\": "
                + trace.value(3)
                + ", \"traceEvents\""
                + trace.blank()
                + ":"
                + array
                + ", \"traceName\": \"x\\\"y\"}";
    }

    private String event() {
        List<String> fields = new ArrayList<>();
        fields.add("\"ph\": \"" + (random.nextInt(5) == 0 ? "i" : "X") + "\"");
        fields.add(
                random.nextInt(20) == 0
                        ? "\"c\\u0061t\": \"kernel\""
                        : "\"cat\": \"" + any(CATEGORIES) + "\"");
        fields.add("\"name\": \"" + any(NAMES) + "\"");
        fields.add("\"pid\": " + (random.nextBoolean() ? "7" : "\"python 7\""));
        fields.add("\"tid\": " + random.nextInt(3));
        fields.add("\"ts\": " + time());
        if (random.nextInt(10) > 0) {
            fields.add("\"dur\": " + time());
        }
        if (random.nextInt(10) > 0) {
            fields.add("\"args\": " + arguments());
        }
        if (random.nextInt(6) == 0) {
            fields.add("\"extra\": " + value(4));
        }
        Collections.shuffle(fields, random);
        return "{" + blank() + String.join("," + blank(), fields) + blank() + "}";
    }

    private String arguments() {
        List<String> fields = new ArrayList<>();
        if (random.nextBoolean()) {
            fields.add(
                    "\"correlation\": "
                            + (random.nextInt(8) == 0 ? "-1" : random.nextLong(1L << 62)));
        }
        if (random.nextBoolean()) {
            fields.add("\"External id\": " + random.nextInt(1000));
        } else if (random.nextBoolean()) {
            fields.add("\"external id\": " + random.nextInt(1000));
        }
        if (random.nextBoolean()) {
            fields.add("\"device\": " + random.nextInt(3));
            fields.add("\"stream\": " + random.nextInt(3));
        }
        if (random.nextBoolean()) {
            fields.add("\"bytes\": " + random.nextInt(1 << 20));
        }
        fields.add("\"kernel\": \"" + any(NAMES) + "\"");
        fields.add("\"Input Dims\": " + value(3));
        Collections.shuffle(fields, random);
        return "{" + blank() + String.join("," + blank(), fields) + blank() + "}";
    }

    private String value(int depth) {
        return switch (depth == 0 ? random.nextInt(3) : random.nextInt(5)) {
            case 0 -> "\"" + any(NAMES) + "\"";
            case 1 -> random.nextBoolean() ? "-1.5e3" : "null";
            case 2 -> "true";
            case 3 -> "[" + blank() + value(depth - 1) + blank() + "," + value(depth - 1) + "]";
            default -> "{\"k\": " + value(depth - 1) + ", \"ph\": " + value(depth - 1) + "}";
        };
    }

    private String time() {
        String sign = random.nextInt(8) == 0 ? "-" : "";
        return switch (random.nextInt(5)) {
            case 0 -> sign + random.nextInt(1_000_000);
            case 1 -> sign + random.nextLong(1L << 50) + "." + random.nextInt(1000);
            case 2 -> sign + random.nextInt(100) + "." + random.nextInt(1_000_000_000);
            case 3 -> sign + random.nextInt(100) + ".0005";
            default ->
                    sign
                            + random.nextInt(1000)
                            + "."
                            + random.nextInt(10)
                            + "e"
                            + random.nextInt(-3, 6);
        };
    }

    private String blank() {
        return switch (random.nextInt(4)) {
            case 0 -> "\n    ";
            case 1 -> " ";
            case 2 -> "\t\r\n";
            default -> "";
        };
    }

    private String any(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
