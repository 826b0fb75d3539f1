package dev.llmprof.cli;

import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/// What is asked of a model and how it is counted, as flags.
final class ModelOptions {
    @Option(
            names = "--batch",
            paramLabel = "RANGE",
            description = "Sequences at once (default: ${DEFAULT-VALUE}).")
    private String batch = "1";

    @Option(
            names = "--prompt",
            paramLabel = "RANGE",
            description = "Text tokens of a prompt (default: ${DEFAULT-VALUE}).")
    private String prompt = "512";

    @Option(
            names = "--new-tokens",
            paramLabel = "RANGE",
            description = "Tokens to generate (default: ${DEFAULT-VALUE}).")
    private String newTokens = "128";

    @Option(names = "--images", paramLabel = "N", description = "Pictures in a prompt.")
    private int images;

    @Option(
            names = "--image-size",
            paramLabel = "WxH",
            description = "Pixels of each picture (default: ${DEFAULT-VALUE}).")
    private String imageSize = "1024x1024";

    @Option(
            names = "--image-mode",
            paramLabel = "MODE",
            description = "DeepSeek-OCR: tiny, small, base, large, gundam, gundam-m.")
    private String imageMode = "";

    @Option(
            names = "--weights",
            paramLabel = "FORMAT",
            description = "bf16, fp8, int8, int4-g128, mxfp4, nvfp4 … (default: the checkpoint's).")
    private String weights = "";

    @Option(
            names = "--activations",
            paramLabel = "FORMAT",
            description =
                    "Format of activations; it decides which peak counts: fp8 weights need fp8 here too.")
    private String activations = "";

    @Option(
            names = "--kv-cache",
            paramLabel = "FORMAT",
            description = "Format of the KV cache: bf16, fp8 …")
    private String cache = "";

    @Option(
            names = "--tp",
            paramLabel = "N",
            description = "GPUs that split every matrix; 1..8 or 1,4 with --slo.")
    private String tensor = "1";

    @Option(names = "--pp", paramLabel = "N", description = "GPUs that split the layers.")
    private int pipeline = 1;

    @Option(names = "--ep", paramLabel = "N", description = "GPUs that split the experts.")
    private int expert = 1;

    @Option(
            names = "--convention",
            paramLabel = "NAME",
            description = "exact (default), or another tool's: torch, fvcore, calflops.")
    private String convention = "exact";

    @Option(
            names = "--attention",
            paramLabel = "HOW",
            description = "Which tokens each one attends to: causal or full.")
    private String attention = "";

    @Option(
            names = "--logits",
            paramLabel = "WHICH",
            description = "Positions that logits are computed for: last or all.")
    private String logits = "";

    @Option(names = "--naive-attention", description = "Write the score matrix to memory.")
    private boolean naive;

    @Option(names = "--unfused", description = "Count the bytes of unfused elementwise kernels.")
    private boolean unfused;

    @Option(
            names = "--bandwidth-factor",
            paramLabel = "F",
            description = "Part of the bandwidth that is reachable; 1 gives a true bound.")
    private double reachable = 1;

    double reachable() {
        return SizingOptions.share("--bandwidth-factor", reachable);
    }

    /// Flags about the request that were given.
    List<String> requestFlags() {
        List<String> given = new ArrayList<>();
        Map<String, Boolean> flags = new LinkedHashMap<>();
        flags.put("--batch", !batch.equals("1"));
        flags.put("--prompt", !prompt.equals("512"));
        flags.put("--new-tokens", !newTokens.equals("128"));
        flags.put("--images", images != 0);
        flags.forEach((flag, changed) -> {
            if (changed) {
                given.add(flag);
            }
        });
        return given;
    }

    List<Request> requests() {
        List<Request> requests = new ArrayList<>();
        Images pictures = pictures();
        for (int size : Ranges.of("--batch", batch)) {
            for (int length : Ranges.of("--prompt", prompt)) {
                for (int more : Ranges.of("--new-tokens", newTokens)) {
                    requests.add(request(size, length, more, pictures));
                }
            }
        }
        return requests;
    }

    private static Request request(int batch, int prompt, int newTokens, Images images) {
        if (batch < 1) {
            throw new Problem("--batch must be at least 1", "--batch " + batch, "--batch 1")
                    .found();
        }
        return new Request(batch, prompt, newTokens, images);
    }

    private Images pictures() {
        String[] sides = imageSize.split("x", -1);
        try {
            int width = Integer.parseInt(sides[0]);
            int height = Integer.parseInt(sides[sides.length - 1]);
            return new Images(images, width, height, imageMode);
        } catch (IllegalArgumentException _) {
            throw new Problem(
                            "'" + imageSize + "' is not the size of a picture",
                            "--image-size",
                            "1024x768")
                    .found();
        }
    }

    Counting counting(Precision stored) {
        Precision precision = stored;
        if (!weights.isEmpty()) {
            precision = precision.withWeights(format("--weights", weights));
        }
        if (!activations.isEmpty()) {
            precision = precision.withActivation(format("--activations", activations));
        }
        if (!cache.isEmpty()) {
            precision = precision.withCache(format("--kv-cache", cache));
        }
        return new Counting(precision, convention(), !unfused, parallels().getFirst());
    }

    /// The same counting for each `--tp`.
    List<Counting> countings(Precision stored) {
        return parallels().stream().map(counting(stored)::with).toList();
    }

    List<Parallel> parallels() {
        List<Integer> tensors = Ranges.of("--tp", tensor);
        if (pipeline < 1 || expert < 1 || tensors.stream().anyMatch(each -> each < 1)) {
            throw new Problem(
                            "--tp, --pp and --ep must be at least 1", "the command line", "--tp 1")
                    .found();
        }
        return tensors.stream().map(each -> new Parallel(each, pipeline, expert)).toList();
    }

    private Convention convention() {
        Convention chosen =
                switch (convention) {
                    case "exact" -> Convention.EXACT;
                    case "torch" -> Convention.TORCH;
                    case "fvcore" -> Convention.FVCORE;
                    case "calflops" -> Convention.CALFLOPS;
                    default ->
                            throw unknown(
                                    "--convention", convention, "exact, torch, fvcore, calflops");
                };
        chosen =
                switch (attention) {
                    case "" -> chosen;
                    case "causal" -> chosen.withMask(Convention.Mask.CAUSAL);
                    case "full" -> chosen.withMask(Convention.Mask.FULL);
                    default -> throw unknown("--attention", attention, "causal, full");
                };
        chosen =
                switch (logits) {
                    case "" -> chosen;
                    case "last" -> chosen.withLogits(Convention.Logits.LAST);
                    case "all" -> chosen.withLogits(Convention.Logits.ALL);
                    default -> throw unknown("--logits", logits, "last, all");
                };
        return naive ? chosen.withFusedAttention(false) : chosen;
    }

    private static Format format(String flag, String word) {
        return Format.named(word)
                .orElseThrow(() ->
                        unknown(
                                flag,
                                word,
                                String.join(", ", Format.words())
                                        + ", or as int3-g64 and int2-channel-sym"));
    }

    private static Problem.Found unknown(String flag, String word, String choices) {
        return SizingOptions.wrong(flag, word, "choose one of: " + choices);
    }
}
