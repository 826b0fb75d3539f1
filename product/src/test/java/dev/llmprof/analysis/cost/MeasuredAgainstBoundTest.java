package dev.llmprof.analysis.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.Presets;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Published measurements must not beat our bounds, and tuned ones come near.
class MeasuredAgainstBoundTest {
    /// gpt-fast keeps scale and zero point of every 32 weights in two bytes each.
    private static final Format GPT_FAST_INT4 = new Format("int4-g32", 4, 4, 32, 32, 0);

    /// What a row reaches of its bound, and the band it must lie in: at most all of it, and at
    /// least what tuned programs get.
    private record Judged(double reached, double least, double most) {}

    /// Every row is judged; where the GPU is not named, against the slowest it can have been.
    @Test
    void noPublishedMeasurementBeatsItsBound() throws IOException {
        Map<String, Double> rows = measurements();
        List<String> outside = new ArrayList<>();
        rows.forEach((row, measured) -> {
            Judged judged = judge(row, measured);
            if (judged.reached() < judged.least() || judged.reached() > judged.most()) {
                outside.add(row + " " + judged);
            }
        });
        assertEquals(List.of(), outside);
        Optional<Path> shared = SharedData.ifHere("measured-vs-roofline.csv");
        if (shared.isPresent()) {
            assertEquals(collected(shared.get()), rows, "rows were added or changed");
        }
    }

    private static Map<String, Double> measurements() throws IOException {
        try (var in = MeasuredAgainstBoundTest.class.getResourceAsStream("measurements.txt")) {
            String text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            Map<String, Double> rows = new TreeMap<>();
            text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", 3))
                    .forEach(cells -> rows.put(cells[0], Double.valueOf(cells[1])));
            return rows;
        }
    }

    private static Map<String, Double> collected(Path file) throws IOException {
        Map<String, Double> rows = new TreeMap<>();
        List<String> lines = Files.readAllLines(file);
        for (String line : lines.subList(1, lines.size())) {
            // The first eight columns hold no commas.
            String[] cells = line.split(",", -1);
            rows.put(cells[0], Double.valueOf(cells[6]));
        }
        return rows;
    }

    private static Judged judge(String row, double measured) {
        return switch (row) {
            case "gf-l2-7b-bf16" -> decoding(measured, 0.45, "llama-2-7b", Format.BF16, 1);
            case "gf-l2-7b-int8" -> decoding(measured, 0.40, "llama-2-7b", Format.INT8, 1);
            case "gf-l2-7b-int4" -> decoding(measured, 0.40, "llama-2-7b", GPT_FAST_INT4, 1);
            case "gf-l31-8b-bf16" -> decoding(measured, 0.45, "llama-3.1-8b", Format.BF16, 1);
            case "gf-l31-8b-int8" -> decoding(measured, 0.45, "llama-3.1-8b", Format.INT8, 1);
            case "gf-l2-70b-int8" -> decoding(measured, 0.45, "llama-2-70b", Format.INT8, 1);
            case "gf-l31-8b-tp2" -> decoding(measured, 0.35, "llama-3.1-8b", Format.BF16, 2);
            case "gf-l31-8b-tp4" -> decoding(measured, 0.35, "llama-3.1-8b", Format.BF16, 4);
            case "gf-l31-8b-tp8" -> decoding(measured, 0.20, "llama-3.1-8b", Format.BF16, 8);
            case "gf-l31-70b-tp8" -> decoding(measured, 0.45, "llama-3.1-70b", Format.BF16, 8);
            case "gf-mixtral-int8" -> decoding(measured, 0.45, "mixtral-8x7b", Format.INT8, 1);
            case "vllm-h200-l8b-b8" -> wholeRun(measured / 1000);
            case "sglang-l3-8b-bf16" -> unnamedGpuOf80Gigabytes(measured);
            case "vllm-b200-gemm-m1" -> new Judged(product(1, measured * 1e12), 0.6, 1);
            case "vllm-b200-gemm-m256" -> new Judged(product(256, measured * 1e12), 0.4, 1);
            case "trtllm05-llama7b-h100-fp8" ->
                    new Judged(measured / served("llama-2-7b", eight(), H100, 64), 0.3, 1);
            case "trtllm-llama3-8b-a100" ->
                    new Judged(measured / best("llama-3.1-8b", 128, 128, A100), 0.2, 1);
            case "dsocr-a100-40g" ->
                    new Judged(measured / best("deepseek-ocr", 283, 1024, A100_40), 0.05, 1);
            case "ref-dsocr-hf" -> eager(measured);
            default -> throw new IllegalStateException("nobody judges row " + row);
        };
    }

    private static final String A100 = "a100-sxm4-80gb";
    private static final String A100_40 = "a100-sxm4-40gb";
    private static final String H100 = "h100-sxm5-80gb";

    private static Precision eight() {
        return Precision.BF16.withWeights(Format.FP8).withActivation(Format.FP8);
    }

    /// gpt-fast decodes 200 tokens of one sequence.
    private static Judged decoding(
            double measured, double least, String name, Format weights, int gpus) {
        Precision precision = Precision.BF16.withWeights(weights);
        Request request = new Request(1, 8, 200, Images.NONE);
        double bound = device(name, request, precision, gpus, A100).tokensPerSecond();
        return new Judged(measured / bound, least, 0.90);
    }

    private static Judged wholeRun(double measuredSeconds) {
        Request request = new Request(8, 32, 128, Images.NONE);
        OnDevice h200 = device("llama-3.1-8b", request, Precision.BF16, 1, "h200-sxm-141gb");
        return new Judged(h200.requestSeconds() / measuredSeconds, 0.4, 1);
    }

    private static Judged unnamedGpuOf80Gigabytes(double measured) {
        double slowest = Double.MAX_VALUE;
        for (Gpu gpu : ShippedGpus.catalogue().gpus()) {
            if (Math.abs(gpu.memoryBytes() - 80e9) < 8e9) {
                Request request = new Request(1, 8, 200, Images.NONE);
                OnDevice device = on("llama-3.1-8b", request, Precision.BF16, 1, gpu);
                slowest = Math.min(slowest, device.tokensPerSecond());
            }
        }
        return new Judged(measured / slowest, 0.45, 1);
    }

    /// Transformers without tuning, launch bound: a few percent even of the slowest GPU we know.
    private static Judged eager(double measured) {
        double slowest = Double.MAX_VALUE;
        for (Gpu gpu : ShippedGpus.catalogue().gpus()) {
            Request request = new Request(1, 283, 64, Images.NONE);
            OnDevice device = on("deepseek-ocr", request, Precision.BF16, 1, gpu);
            slowest = Math.min(slowest, device.tokensPerSecond());
        }
        return new Judged(measured / slowest, 0.001, 1);
    }

    /// Output tokens a second of whole requests of 128 and 128.
    private static double served(String name, Precision precision, String gpu, int batch) {
        Request request = new Request(batch, 128, 128, Images.NONE);
        return batch * 128 / device(name, request, precision, 1, gpu).requestSeconds();
    }

    /// The same at whatever batch fits and does best, where the batch is not told.
    private static double best(String name, int prompt, int newTokens, String gpu) {
        double best = 0;
        for (int batch = 1; batch <= 1 << 14; batch *= 2) {
            Request request = new Request(batch, prompt, newTokens, Images.NONE);
            OnDevice device = device(name, request, Precision.BF16, 1, gpu);
            if (device.capacity().fit() == Fit.YES) {
                best = Math.max(best, (double) batch * newTokens / device.requestSeconds());
            }
        }
        return best;
    }

    /// A matrix of Llama's feed-forward on a B200, as a part of its roof.
    private static double product(int rows, double flopsPerSecond) {
        Ceiling ceiling = Ceiling.of(ShippedGpus.catalogue().named("b200-hgx"), Precision.BF16);
        var linear = new Linear("gate_up", 1, rows, 4096, 28672, false, Linear.Split.OUT);
        var cost = Costs.of(linear, 1, Counting.of(Precision.BF16));
        return BoundTime.of(cost, ceiling).seconds() / (cost.tensorFlops() / flopsPerSecond);
    }

    @Test
    void boundsDeepSeekOcrByMemoryAsWorkedOutByHand() {
        assertEquals(1480, ocr("rtx-5090"), 5);
        assertEquals(1284, ocr(A100_40), 5);
        assertEquals(2766, ocr(H100), 10);
        assertTrue(ocr("h200-sxm-141gb") > ocr(H100));
    }

    private static double ocr(String gpu) {
        Request request = new Request(1, 1023, 1, Images.NONE);
        return device("deepseek-ocr", request, Precision.BF16, 1, gpu).tokensPerSecond();
    }

    private static OnDevice device(
            String name, Request request, Precision precision, int gpus, String gpu) {
        return on(name, request, precision, gpus, ShippedGpus.catalogue().named(gpu));
    }

    private static OnDevice on(
            String name, Request request, Precision precision, int gpus, Gpu gpu) {
        Model model = Presets.find(name).orElseThrow();
        Counting counting = Counting.of(precision).with(new Parallel(gpus, 1, 1));
        return StaticAnalyses.of(model, request, counting, Optional.of(gpu)).device().orElseThrow();
    }
}
