package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// FLOPs that were counted on the vendor's code, point by point of a sweep.
public final class VendorFlops {
    private final IntToDoubleFunction seeing;
    private final ToDoubleFunction<Work> text;

    private VendorFlops(IntToDoubleFunction seeing, ToDoubleFunction<Work> text) {
        this.seeing = seeing;
        this.text = text;
    }

    /// How many points were counted, all of them met.
    public static int points(Path sweeps, IntToDoubleFunction seeing, ToDoubleFunction<Work> text)
            throws IOException {
        var flops = new VendorFlops(seeing, text);
        int met = 0;
        try (Stream<Path> runs = Files.list(sweeps)) {
            for (Path run : runs.toList()) {
                met += flops.meets(run.resolve("e2e_decode/e2e_decode_sweep.json"), "decode");
                Path prefill = run.resolve("e2e_vision_prefill/e2e_vision_prefill_sweep.json");
                met += flops.meets(prefill, "prefill");
                met += flops.meets(run.resolve("vision_crops/vision_sweep.json"), "vision");
            }
        }
        return met;
    }

    @SuppressWarnings("unchecked")
    private int meets(Path sweep, String kind) throws IOException {
        int met = 0;
        ModelConfig file = ModelConfig.parse(Files.readAllBytes(sweep), sweep.toString());
        for (Object point : file.list("points")) {
            var row = new ModelConfig((Map<String, Object>) point, sweep.toString());
            Optional<Double> measured = vendor(row, kind);
            if (measured.isPresent()) {
                double counted = counted(row, kind);
                assertEquals(measured.get() * 1e12, counted, counted * 1e-9, sweep + " " + point);
                met++;
            }
        }
        return met;
    }

    private static Optional<Double> vendor(ModelConfig row, String kind) {
        return kind.equals("vision")
                ? row.inner("stage_costs")
                        .flatMap(costs -> costs.inner("vision_vendor"))
                        .flatMap(cost -> cost.number("flops_tflops"))
                : row.inner(kind).flatMap(cost -> cost.number("vendor_tflops"));
    }

    private double counted(ModelConfig row, String kind) {
        int crops = whole(row, "height_crop_num") * whole(row, "width_crop_num");
        int context = kind.equals("vision") ? 0 : whole(row, "context_len");
        return switch (kind) {
            case "vision" -> seeing.applyAsDouble(crops);
            case "prefill" ->
                    seeing.applyAsDouble(crops) + text.applyAsDouble(Work.prefill(1, context));
            default -> text.applyAsDouble(Work.decode(1, context, whole(row, "decode_steps")));
        };
    }

    private static int whole(ModelConfig row, String key) {
        return (int) row.need(key, key);
    }
}
