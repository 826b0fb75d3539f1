package dev.llmprof.cli;

import dev.llmprof.run.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Runs the built-in workload by itself.
@Command(
        name = "infer",
        header = "Run the built-in workload: a model over a dataset, with NVTX ranges.",
        description = {
            "Loads a Hugging Face folder (Llama, Qwen2, Qwen3, Mistral, Mixtral, DeepSeek-OCR), or"
                    + " makes",
            "a tiny model itself, and answers every item of the dataset. Warms up first, records"
                    + " one",
            "item with the PyTorch profiler (pipeline.torch_profiler.enable=false leaves that out),"
                    + " then",
            "runs the others on the clock. The ranges prefill and decode, and sam, clip and"
                    + " projector",
            "inside prefill, are there for nsys and ncu. Ctrl-C stops after the token at hand and"
                    + " keeps",
            "what there is.",
        },
        footer = {
            "",
            "Examples:",
            "  llmprof infer",
            "  llmprof infer model=tiny_text",
            "  llmprof infer model=llama model.path=models/Qwen3-0.6B",
            "  llmprof infer infer.do_sample=true infer.temperature=0.7 +infer.seed=7",
            "  llmprof infer model=deepseek_ocr dataset=omnidocbench \\",
            "      pipeline.torch_profiler.output.prediction.enable=true",
            ""
        })
public final class InferCommand implements Callable<Integer> {
    private final ToIntFunction<RunRequest> infers;

    @Parameters(
            paramLabel = "override",
            arity = "0..*",
            description = "KEY=VALUE, +KEY=VALUE, ~KEY or GROUP@PACKAGE=OPTION, as in Hydra.")
    private List<String> overrides = new ArrayList<>();

    @Mixin private SourceOptions source;

    public InferCommand(ToIntFunction<RunRequest> infers) {
        this.infers = infers;
    }

    @Override
    public Integer call() {
        return infers.applyAsInt(
                new RunRequest(
                        overrides,
                        List.of(),
                        source.source(),
                        Optional.empty(),
                        false,
                        false,
                        false));
    }
}
