package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.tool.Nsys.Capture;
import dev.llmprof.tool.Nsys.Domains;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NsysTest {
    private static final Command WORKLOAD = Command.of("python", "-m", "infer", "device=cuda:0");
    private static final Nsys.Settings GATED =
            new Nsys.Settings(
                    "cuda,nvtx,osrt",
                    "none",
                    "none",
                    Optional.of("node"),
                    new Capture.Nvtx("prefill"),
                    Optional.of("stop"),
                    new Domains.All());

    @Test
    void recordsOneRangeByDefault() {
        assertEquals(
                List.of(
                        "nsys",
                        "profile",
                        "--trace=cuda,nvtx,osrt",
                        "--sample=none",
                        "--cpuctxsw=none",
                        "--cuda-graph-trace=node",
                        "--capture-range=nvtx",
                        "--capture-range-end=stop",
                        "--env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0",
                        "--nvtx-capture=prefill",
                        "--force-overwrite=true",
                        "-o",
                        "/runs/1/nsys/run",
                        "python",
                        "-m",
                        "infer",
                        "device=cuda:0"),
                argv(GATED));
    }

    @Test
    void recordsEverythingWithoutAGate() {
        assertEquals(
                List.of(
                        "nsys",
                        "profile",
                        "--trace=cuda,nvtx,osrt",
                        "--sample=none",
                        "--cpuctxsw=none",
                        "--cuda-graph-trace=node",
                        "--force-overwrite=true",
                        "-o",
                        "/runs/1/nsys/run",
                        "python",
                        "-m",
                        "infer",
                        "device=cuda:0"),
                argv(GATED.capturing(new Capture.WholeRun())));
    }

    @Test
    void leavesTheEndOfTheRangeToNsysUnlessItIsSet() {
        var settings =
                new Nsys.Settings(
                        "cuda",
                        "none",
                        "none",
                        Optional.empty(),
                        new Capture.CudaProfilerApi(),
                        Optional.empty(),
                        new Domains.All());

        assertEquals(
                List.of("--capture-range=cudaProfilerApi"),
                argv(settings).stream().filter(word -> word.startsWith("--capture")).toList());
        assertFalse(argv(settings).stream().anyMatch(word -> word.startsWith("--env-var")));
    }

    @Test
    void namesDomainsToKeepOrToLeaveOut() {
        var settings =
                new Nsys.Settings(
                        "nvtx",
                        "none",
                        "none",
                        Optional.empty(),
                        new Capture.Nvtx("decode@*"),
                        Optional.empty(),
                        new Domains.Exclude("NCCL"));

        assertTrue(argv(settings).contains("--nvtx-domain-exclude=NCCL"));
    }

    @Test
    void aProgramWithABlankInItsNameGetsASessionOfOurNaming() {
        List<String> plain = argv(Path.of("/runs/1/nsys/run"), "./sp ace/infer");
        List<String> blank = argv(Path.of("/runs/1/nsys/run"), "./my infer");

        assertFalse(plain.stream().anyMatch(word -> word.startsWith("--session-new")));
        assertTrue(
                blank.get(blank.indexOf("-o") - 1).matches("--session-new=llmprof-[0-9a-f]+"),
                blank::toString);
    }

    @Test
    void aPercentSignInAPathIsNoMacro() {
        List<String> argv = argv(Path.of("/runs/100%p/run"), "./infer");

        assertEquals("/runs/100%%p/run", argv.get(argv.indexOf("-o") + 1));
    }

    private static List<String> argv(Path output, String program) {
        return Nsys.profile(
                        new Nsys.Settings(
                                "nvtx",
                                "none",
                                "none",
                                Optional.empty(),
                                new Nsys.Capture.WholeRun(),
                                Optional.empty(),
                                new Nsys.Domains.All()),
                        output,
                        Command.of(program))
                .argv();
    }

    @Test
    void tellsARefusalFromARangeThatNeverOpened() {
        assertEquals(
                Optional.of("No such file or directory: ./infer"),
                NsysAnswers.refusal("No such file or directory: ./infer\n"));
        assertEquals(
                Optional.of("Illegal --trace argument."),
                NsysAnswers.refusal(
                        "Illegal --trace argument.\n\nusage: nsys profile [<args>]\nTry 'nsys profile --help'\n"));
        assertEquals(Optional.empty(), NsysAnswers.refusal("done 3\nGenerated:\n"));
    }

    @Test
    void statsNeverStandsAmongTheUsersPrograms() {
        assertEquals(Optional.of(Path.of("/")), Nsys.statsHelp().directory());
        assertEquals(
                Optional.of(Path.of("/runs/1/nsys")),
                Nsys.stats(
                                "cuda_gpu_kern_sum",
                                Path.of("/runs/1/nsys/summary"),
                                Path.of("/runs/1/nsys/run.sqlite"))
                        .directory());
    }

    @Test
    void exportsByTypeAndNamesTheReportOfTheVersion() {
        assertEquals(
                List.of(
                        "nsys",
                        "export",
                        "--type",
                        "sqlite",
                        "--force-overwrite",
                        "true",
                        "--output",
                        "run.sqlite",
                        "run.nsys-rep"),
                Nsys.export(Path.of("run.nsys-rep"), Path.of("run.sqlite")).argv());
        assertEquals(
                Optional.of("gpukernsum"),
                NsysAnswers.kernelSummary("  gpukernsum[:base|:mangled] -- CUDA GPU Kernel"));
        assertEquals(
                Optional.of("cuda_gpu_kern_sum"),
                NsysAnswers.kernelSummary("  cuda_gpu_kern_sum[:nvtx-name] -- CUDA GPU Kernel"));
    }

    @Test
    void looksForTheImporterAlongTheLinksAndAboveThem() {
        assertEquals(
                List.of(
                        Path.of("/bin/QdstrmImporter"),
                        Path.of("/bin/host-linux-x64/QdstrmImporter"),
                        Path.of("/bin/host-linux-armv8/QdstrmImporter"),
                        Path.of("/host-linux-x64/QdstrmImporter"),
                        Path.of("/host-linux-armv8/QdstrmImporter"),
                        Path.of("/nsys/bin/QdstrmImporter"),
                        Path.of("/nsys/bin/host-linux-x64/QdstrmImporter"),
                        Path.of("/nsys/bin/host-linux-armv8/QdstrmImporter"),
                        Path.of("/nsys/host-linux-x64/QdstrmImporter"),
                        Path.of("/nsys/host-linux-armv8/QdstrmImporter")),
                NsysAnswers.importerPlaces(List.of(Path.of("/bin/nsys"), Path.of("/nsys/bin/nsys")))
                        .toList());
    }

    @Test
    void readsItsVersion() {
        assertEquals(
                Optional.of("2022.4.2.1"),
                NsysAnswers.version("NVIDIA Nsight Systems version 2022.4.2.1-df9881f"));
    }

    private static List<String> argv(Nsys.Settings settings) {
        return Nsys.profile(settings, Path.of("/runs/1/nsys/run"), WORKLOAD).argv();
    }
}
