package dev.llmprof.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// All that the engine is told, in one `settings.json`. The components are the keys, for llmprof
/// which writes the file as for the engine which reads it.
public record WorkloadSettings(
        String device,
        Model model,
        Dataset dataset,
        Infer infer,
        Warmup warmup,
        Optional<Window> window,
        Optional<Profiler> profiler,
        Optional<Prediction> prediction,
        Optional<Visualization> visualization,
        Path results) {
    public static final String FILE_NAME = "settings.json";

    /// A Hugging Face folder; without one, a tiny model made from the seed.
    public record Model(
            String name, Optional<Path> path, String dtype, long seed, Preprocess preprocess) {}

    /// How a page is cut, sizes in pixels a side.
    public record Preprocess(int baseSize, int imageSize, boolean cropMode, int maxTiles) {
        /// As DeepSeek-OCR's own code on Hugging Face has it.
        public static final Preprocess GUNDAM = new Preprocess(1024, 640, true, 9);

        public Preprocess {
            atLeast(1, "base_size", baseSize);
            atLeast(1, "image_size", imageSize);
            atLeast(2, "max_tiles", maxTiles);
        }

        /// The sizes as the static analysis takes them: `640` without tiles, `1024/640` with them,
        /// `1024/640/6` where not nine are the most.
        public String mode() {
            if (!cropMode) {
                return String.valueOf(imageSize);
            }
            String most = maxTiles == GUNDAM.maxTiles ? "" : "/" + maxTiles;
            return baseSize + "/" + imageSize + most;
        }
    }

    /// Files below a root; without one, pages or prompts made on the spot.
    public record Dataset(
            Optional<Path> root,
            Optional<Path> subsetFilelist,
            List<String> fallbackPatterns,
            int pages,
            long seed,
            Sampling sampling) {
        public Dataset {
            fallbackPatterns = List.copyOf(fallbackPatterns);
            atLeast(1, "pages", pages);
        }
    }

    public record Sampling(
            OptionalInt numSamplesPerEpoch, int numEpochs, boolean randomize, OptionalLong seed) {
        public Sampling {
            atLeast(1, "num_samples_per_epoch", numSamplesPerEpoch.orElse(1));
            atLeast(1, "num_epochs", numEpochs);
        }
    }

    public record Infer(
            String decoderPrompt,
            int maxNewTokens,
            double temperature,
            boolean doSample,
            int noRepeatNgramSize,
            long seed) {
        public Infer {
            atLeast(1, "max_new_tokens", maxNewTokens);
        }

        public Infer withMaxNewTokens(int other) {
            return new Infer(decoderPrompt, other, temperature, doSample, noRepeatNgramSize, seed);
        }
    }

    /// Runs before anything is measured; on a grey page, or on the first item.
    public record Warmup(int rounds, boolean synthetic) {}

    /// Which requests are recorded: the first input again after `warmup` others, until a limit is
    /// reached; as many as there are inputs where `requests` is not said.
    public record Window(int warmup, OptionalInt requests, OptionalInt steps, long maxBytes) {
        public Window {
            atLeast(0, "warmup", warmup);
            atLeast(1, "requests", requests.orElse(1));
            atLeast(1, "steps", steps.orElse(1));
        }
    }

    /// What PyTorch's profiler records in the window. Beside it at least `timed` requests are
    /// timed, the first one again where there are fewer.
    public record Profiler(
            Path trace,
            List<String> activities,
            boolean recordShapes,
            boolean profileMemory,
            boolean withStack,
            int timed) {
        public Profiler {
            activities = List.copyOf(activities);
            atLeast(0, "timed", timed);
        }
    }

    public record Prediction(Path directory, boolean stripSpecialTokens) {}

    public record Visualization(Path directory, int thumbnailWidth, OptionalInt maxImages) {
        public Visualization {
            atLeast(1, "thumbnail_width", thumbnailWidth);
        }
    }

    public String json() {
        return RecordJson.write(this).toPrettyString() + "\n";
    }

    public static WorkloadSettings read(Path file) {
        try {
            JsonNode node = new ObjectMapper().readTree(Files.readString(file));
            return RecordJson.read(WorkloadSettings.class, node);
        } catch (IOException | IllegalArgumentException e) {
            throw new Problem(
                            "cannot read the engine's settings: " + e.getMessage(),
                            file.toString(),
                            "start it with `llmprof run`, which writes them")
                    .found();
        }
    }

    private static void atLeast(int least, String key, int value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    key + " must be at least " + least + ", is " + value);
        }
    }
}
