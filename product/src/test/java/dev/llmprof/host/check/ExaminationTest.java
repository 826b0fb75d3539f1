package dev.llmprof.host.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.app.PluginLists;
import dev.llmprof.host.Machine;
import dev.llmprof.host.NvidiaDriver;
import dev.llmprof.host.PretendedDriver;
import dev.llmprof.host.check.Finding.State;
import dev.llmprof.tool.EngineBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExaminationTest {
    private static final List<HostCheck> CHECKS = PluginLists.SHIPPED.checks();
    private final FakeMachine machine = new FakeMachine();

    @Test
    void aBareMachineLacksEveryToolAndSaysWhatEachCosts() {
        List<Finding> findings = Examination.of(machine, "25.0.3+9", CHECKS);

        assertEquals(
                List.of(
                        "nsys",
                        "nsys import",
                        "perf events",
                        "ncu",
                        "gpu",
                        "gpu counters",
                        "python torch",
                        "slurm",
                        "browser"),
                findings.stream()
                        .filter(f -> f.state() == State.MISSING)
                        .map(Finding::name)
                        .toList());
        findings.stream()
                .filter(f -> f.state() != State.OK)
                .forEach(f ->
                        assertEquals(false, f.costs().isEmpty() || f.fix().isEmpty(), f.name()));
    }

    @Test
    void nsysIsFoundWithItsVersion() {
        machine.install("nsys", "NVIDIA Nsight Systems version 2022.4.2.1-df9881f\n");

        assertEquals(Finding.ok("nsys", "2022.4.2.1-df9881f, /usr/bin/nsys"), finding("nsys"));
    }

    @Test
    void slurmIsAskedWhetherAJobCouldRun() {
        machine.install(
                "sbatch",
                "sbatch: Job 3 to start at 2026-11-17T01:52:38 using 1 processors on nodes n1 in"
                        + " partition local\n");

        assertEquals(
                Finding.ok(
                        "slurm", "takes jobs: using 1 processors on nodes n1 in partition local"),
                finding("slurm"));
    }

    @Test
    void aSlurmThatTakesNothingSaysWhyInItsOwnWords() {
        machine.install(
                "sbatch", "allocation failure: Invalid account or account/partition combination\n");
        machine.failing.add("sbatch");

        assertEquals(State.BROKEN, finding("slurm").state());
        assertEquals(
                "allocation failure: Invalid account or account/partition combination",
                finding("slurm").detail());
    }

    @Test
    void ncuVersionIsTheNumberAndNotTheBanner() {
        machine.install(
                "ncu",
                """
                NVIDIA (R) Nsight Compute Command Line Profiler
                Copyright (c) 2018-2022 NVIDIA Corporation
                Version 2022.3.0.0 (build 31729285) (public-release)
                """);

        assertEquals(Finding.ok("ncu", "2022.3.0.0, /usr/bin/ncu"), finding("ncu"));
    }

    @Test
    void aProgramThatCannotStartIsBroken() {
        machine.install("ncu", "");
        machine.failing.add("ncu");

        assertEquals(State.BROKEN, finding("ncu").state());
    }

    @Test
    void theImporterIsLookedForAboveEveryPlaceALinkLeadsTo() {
        machine.install("nsys", "version 2022.4.2.1");
        machine.links.put(Path.of("/usr/bin/nsys"), Path.of("/usr/lib/nsight-systems/bin/nsys"));
        assertEquals(State.BROKEN, finding("nsys import").state());

        machine.executables.add(Path.of("/usr/lib/nsight-systems/host-linux-x64/QdstrmImporter"));
        assertEquals(State.OK, finding("nsys import").state());
    }

    @Test
    void nvidiaSmiSaysWhichGpusThereAre() {
        machine.install(
                "nvidia-smi",
                """
                NVIDIA A100, 550.54.15, 81559 MiB, GPU-1
                NVIDIA T4, 550.54.15, 15360 MiB, GPU-2
                """);
        assertEquals(
                Finding.ok(
                        "gpu",
                        "NVIDIA A100, 550.54.15, 81559 MiB; NVIDIA T4, 550.54.15, 15360 MiB"),
                finding("gpu"));
    }

    @Test
    void countersForAdministratorsOnlyAreBrokenUnlessRoot(@TempDir Path proc) throws IOException {
        machine.driver = PretendedDriver.in(proc);
        Files.writeString(proc.resolve("params"), "ResmanDebugLevel: 4\nRmProfilingAdminOnly: 1\n");
        assertEquals(State.BROKEN, finding("gpu counters").state());

        machine.root = true;
        assertEquals(Finding.ok("gpu counters", "readable as root"), finding("gpu counters"));
    }

    @Test
    void theEngineOnTheCpuIsAsItShouldBeWhereThereIsNoGpu() {
        assertEquals(
                Finding.ok("engine", "libtorch 2.10.0 for the CPU, computes on the CPU"),
                finding("engine"));
    }

    @Test
    void theEngineOnTheCpuBesideAGpuIsShownWithGpuAndDriver(@TempDir Path proc) throws IOException {
        machine.driver = PretendedDriver.in(proc);

        assertEquals(
                Finding.ok("gpu", "NVIDIA GeForce RTX 3090, driver 580.65.06; no nvidia-smi"),
                finding("gpu"));
        assertEquals(
                Finding.broken(
                        "engine",
                        "libtorch 2.10.0 for the CPU, computes on the CPU beside NVIDIA GeForce"
                                + " RTX 3090, driver 580.65.06",
                        "the built-in workload leaves the GPU idle",
                        "llmprof engine --cuda"),
                finding("engine"));
    }

    @Test
    void theEngineOnCudaIsAsItShouldBeBesideAGpu(@TempDir Path proc) throws IOException {
        machine.driver = PretendedDriver.in(proc);
        machine.engine = Optional.of(new EngineBuild("2.10.0-1.5.13", true, true, 1));

        assertEquals(
                Finding.ok("engine", "libtorch 2.10.0 for CUDA 13, computes on CUDA"),
                finding("engine"));
    }

    @Test
    void anEngineThatDoesNotStartIsBroken() {
        machine.engine = Optional.empty();

        assertEquals(State.BROKEN, finding("engine").state());
    }

    @Test
    void aTorchWithoutCudaIsBrokenBesideAGpuOnly(@TempDir Path proc) throws IOException {
        machine.install("python3", "2.10.0+cpu cuda False\n");
        assertEquals(
                Finding.ok("python torch", "2.10.0+cpu cuda False, /usr/bin/python3"),
                finding("python torch"));

        machine.driver = PretendedDriver.in(proc);
        assertEquals(
                Finding.broken(
                        "python torch",
                        "2.10.0+cpu cuda False, /usr/bin/python3 beside NVIDIA GeForce RTX 3090,"
                                + " driver 580.65.06",
                        "PyTorch programs leave the GPU idle",
                        "pip install a torch built for CUDA: pytorch.org/get-started/locally"),
                finding("python torch"));
    }

    @Test
    void aStrictKernelForbidsCpuSampling() {
        machine.files.put(Path.of("/proc/sys/kernel/perf_event_paranoid"), "4\n");
        assertEquals(State.BROKEN, finding("perf events").state());
    }

    @Test
    void aNearlyFullDiskIsBroken() {
        machine.freeBytes = 1_500_000_000L;
        assertEquals("1.5 GB free here", finding("disk").detail());
    }

    private Finding finding(String name) {
        return Examination.of(machine, "25", CHECKS).stream()
                .filter(f -> f.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// A machine with what the test puts on it, answering with recorded output.
    private static final class FakeMachine implements Machine {
        private final Map<String, String> versions = new HashMap<>();
        private final Set<String> failing = new HashSet<>();
        private final Map<Path, String> files = new HashMap<>();
        private final Map<Path, Path> links = new HashMap<>();
        private final Set<Path> executables = new HashSet<>();
        private long freeBytes = 100_000_000_000L;
        private boolean root;
        private NvidiaDriver driver = new NvidiaDriver(Path.of("/nowhere"));
        private Optional<EngineBuild> engine =
                Optional.of(new EngineBuild("2.10.0-1.5.13", false, false, 0));

        void install(String name, String versionOutput) {
            versions.put(name, versionOutput);
        }

        @Override
        public Optional<Path> program(String name) {
            return versions.containsKey(name)
                    ? Optional.of(Path.of("/usr/bin", name))
                    : Optional.empty();
        }

        @Override
        public Answer ask(List<String> argv) {
            String name = Path.of(argv.getFirst()).getFileName().toString();
            return new Answer(!failing.contains(name), versions.getOrDefault(name, ""));
        }

        @Override
        public Optional<String> text(Path file) {
            return Optional.ofNullable(files.get(file));
        }

        @Override
        public boolean isExecutable(Path file) {
            return executables.contains(file);
        }

        @Override
        public List<Path> links(Path file) {
            return links.containsKey(file) ? List.of(file, links.get(file)) : List.of(file);
        }

        @Override
        public NvidiaDriver driver() {
            return driver;
        }

        @Override
        public Optional<EngineBuild> engine() {
            return engine;
        }

        @Override
        public long freeBytes() {
            return freeBytes;
        }

        @Override
        public boolean isRoot() {
            return root;
        }
    }
}
