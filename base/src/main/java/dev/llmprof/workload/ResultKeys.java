package dev.llmprof.workload;

/// The keys of `results.json`: what a workload ran and what each item took by its own clock. The
/// engine and the hook write them, llmprof reads them.
public final class ResultKeys {
    public static final String FILE_NAME = "results.json";

    public static final String SCHEMA = "schema";
    public static final String INTERRUPTED = "interrupted";
    public static final String NOTES = "notes";
    public static final String PROFILED = "profiled";
    public static final String ITEMS = "items";
    public static final String IMAGES = "images";

    // What ran, and where.
    public static final String MODEL = "model";
    public static final String MODEL_TYPE = "model_type";
    public static final String MODEL_PATH = "model_path";
    public static final String PARAMETERS = "parameters";
    public static final String DTYPE = "dtype";
    public static final String IMAGE_MODE = "image_mode";
    public static final String DEVICE = "device";
    public static final String TORCH = "torch";
    public static final String THREADS = "threads";

    /// How fp32 is multiplied on a GPU: `highest` in fp32, `high` and `medium` in TF32.
    public static final String FLOAT32_MATMUL = "float32_matmul_precision";

    public static final String HIGHEST = "highest";

    /// [#HOST_CLOCK] where times were taken without waiting for the device.
    public static final String CLOCK = "clock";

    public static final String HOST_CLOCK = "host";
    public static final String DEVICE_CLOCK = "device";

    // Of an item. Vision is a part of prefill, and sam, clip and projector are vision's parts.
    // A cold one is the first of its process, with nothing run to warm up before it.
    public static final String COLD = "cold";
    public static final String EPOCH = "epoch";

    /// When its prefill began, in nanoseconds of the wall clock since 1970.
    public static final String BEGAN_UNIX_NS = "began_unix_ns";

    public static final String IMAGE_PATH = "image_path";
    public static final String PREFILL_MS = "prefill_ms";
    public static final String DECODE_MS = "decode_ms";
    public static final String VISION_MS = "vision_ms";
    public static final String SAM_MS = "sam_ms";
    public static final String CLIP_MS = "clip_ms";
    public static final String PROJECTOR_MS = "projector_ms";
    public static final String TOKENS = "tokens";
    public static final String TOKENS_PER_S = "tokens_per_s";
    public static final String PREFILL_LEN = "prefill_len";
    public static final String SEQUENCES = "sequences";

    // Of a picture that was read.
    public static final String PATH = "path";
    public static final String BYTES = "bytes";
    public static final String WIDTH = "width";
    public static final String HEIGHT = "height";

    private ResultKeys() {}
}
