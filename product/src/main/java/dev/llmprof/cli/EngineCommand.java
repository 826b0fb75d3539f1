package dev.llmprof.cli;

import dev.llmprof.run.engine.EngineRequest;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Shows which libtorch the built-in engine runs on, and switches between the CPU's and CUDA's.
@Command(
        name = "engine",
        header = "Show the built-in engine's libtorch; get the one for CUDA.",
        description = {
            "The engine comes with libtorch for the CPU. --cuda looks for the libraries",
            "of CUDA 13, cuDNN 9 and NCCL, names what is missing, fetches libtorch for",
            "CUDA (458 MB, Linux x86-64) once into the cache, asks it whether it can",
            "compute here, and makes it what device=auto takes. It needs an NVIDIA",
            "driver of 580 or later. HTTPS_PROXY, NO_PROXY and the mirrors in Maven's",
            "settings.xml are honoured; LLMPROF_MAVEN_URL names another repository.",
        },
        footer = {
            "",
            "Examples:",
            "  llmprof engine",
            "  llmprof engine --cuda",
            "  LLMPROF_MAVEN_URL=https://repo.example.org/maven2 llmprof engine --fetch",
            "  llmprof engine --cpu",
            ""
        })
public final class EngineCommand implements Callable<Integer> {
    private final ToIntFunction<EngineRequest> engines;

    @ArgGroup private Choice choice = new Choice();

    public EngineCommand(ToIntFunction<EngineRequest> engines) {
        this.engines = engines;
    }

    private static final class Choice {
        @Option(
                names = "--cuda",
                description = "Check, fetch if need be, and take the build for CUDA.")
        private boolean cuda;

        @Option(
                names = "--fetch",
                description = "Only fetch the build for CUDA, as for an image made without a GPU.")
        private boolean fetch;

        @Option(names = "--cpu", description = "Go back to the build for the CPU.")
        private boolean cpu;
    }

    @Override
    public Integer call() {
        return engines.applyAsInt(asked());
    }

    private EngineRequest asked() {
        if (choice.cuda) {
            return EngineRequest.CUDA;
        }
        if (choice.fetch) {
            return EngineRequest.FETCH;
        }
        return choice.cpu ? EngineRequest.CPU : EngineRequest.SHOW;
    }
}
