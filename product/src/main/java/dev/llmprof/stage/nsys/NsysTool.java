package dev.llmprof.stage.nsys;

import dev.llmprof.host.NsysImporter;
import dev.llmprof.host.ThisMachine;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The installed nsys: its version, what it knows, where its importer is.
record NsysTool(
        String version,
        boolean cudaGraphTrace,
        Optional<String> kernelSummary,
        Optional<Path> importer) {
    static final String SUMMARY = "cuda_gpu_kern_sum";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    sealed interface Found {
        record Here(NsysTool tool) implements Found {}

        record Missing(Problem problem) implements Found {}
    }

    static Found find(Processes processes, Map<String, String> environment) {
        Processes.Answer version = processes.ask(Nsys.version(), PATIENCE);
        if (version.ended() instanceof Ended.NotStarted) {
            return new Found.Missing(
                    new Problem(
                            "nsys is not installed",
                            "PATH",
                            "install Nsight Systems (llmprof doctor says how), or pipeline.nsys.enable=false"));
        }
        if (!(version.ended() instanceof Ended.Exited(int code, _)) || code != 0) {
            return new Found.Missing(
                    new Problem(
                            "nsys does not answer to --version: "
                                    + (version.output() + version.errors()).strip(),
                            "PATH",
                            "reinstall Nsight Systems, or pipeline.nsys.enable=false"));
        }
        return new Found.Here(
                new NsysTool(
                        NsysAnswers.version(version.output()).orElse("of unknown version"),
                        NsysAnswers.knowsCudaGraphTrace(
                                processes.ask(Nsys.profileHelp(), PATIENCE).output()),
                        NsysAnswers.kernelSummary(
                                processes.ask(Nsys.statsHelp(), PATIENCE).output()),
                        NsysImporter.find(new ThisMachine(processes, environment))));
    }

    Probe probe(Nsys.Settings asked) {
        return new Probe.Ready("nsys " + version, leftOut(asked));
    }

    List<Problem> leftOut(Nsys.Settings asked) {
        return asked.cudaGraphTrace().isPresent() && !cudaGraphTrace
                ? List.of(
                        new Problem(
                                "nsys " + version + " does not know --cuda-graph-trace", "", ""))
                : List.of();
    }

    /// Whether its own summary has the shape that readers know.
    boolean summarises() {
        return kernelSummary.equals(Optional.of(SUMMARY));
    }
}
