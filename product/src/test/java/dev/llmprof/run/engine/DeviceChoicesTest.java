package dev.llmprof.run.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.host.NvidiaDriver;
import dev.llmprof.host.PretendedDriver;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Answering;
import dev.llmprof.run.Composed;
import dev.llmprof.run.PretendedEngine;
import dev.llmprof.run.settings.WorkloadKeys;
import dev.llmprof.tool.EngineBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceChoicesTest {
    private static final NvidiaDriver NONE = new NvidiaDriver(Path.of("/nowhere"));
    private static final Optional<EngineBuild> TWO_DEVICES =
            Optional.of(new EngineBuild("2.10.0-1.5.13", true, true, 2));
    private static final Optional<EngineBuild> NO_DEVICE =
            Optional.of(new EngineBuild("2.10.0-1.5.13", true, true, 0));
    private static final WorkloadKeys BUILTIN = keys(WorkloadKeys.Kind.BUILTIN);
    private static final WorkloadKeys MODULE = keys(WorkloadKeys.Kind.PYTHON_MODULE);

    @TempDir private Path proc;

    @Test
    void withoutAGpuItIsTheCpuAndNothingIsSaid() {
        assertEquals(DeviceChoice.of("cpu"), chosen(devices(NONE), BUILTIN, "auto"));
    }

    @Test
    void besideAGpuTheCpusBuildStaysOnTheCpuAndSaysHowToGetCuda() throws IOException {
        assertEquals(
                DeviceChoice.cpu(
                        "NVIDIA GeForce RTX 3090 is here, but the engine's libtorch is for the"
                                + " CPU; llmprof engine --cuda gets the one for CUDA"),
                chosen(devices(PretendedDriver.in(proc)), BUILTIN, "auto"));
    }

    @Test
    void theCudaBuildThatSeesADeviceIsTaken() throws IOException {
        assertEquals(
                DeviceChoice.of("cuda:0"),
                chosen(devices(PretendedDriver.in(proc), TWO_DEVICES), BUILTIN, "auto"));
    }

    @Test
    void theCudaBuildThatSeesNoneLeavesTheCpu() throws IOException {
        assertEquals(
                DeviceChoice.cpu(
                        "the engine's libtorch is for CUDA, but cannot use it here; llmprof engine"
                                + " --cuda says why"),
                chosen(devices(PretendedDriver.in(proc), NO_DEVICE), BUILTIN, "auto"));
    }

    @Test
    void theCudaBuildThatDoesNotStartLeavesTheCpu() throws IOException {
        assertEquals(
                "cpu",
                chosen(devices(PretendedDriver.in(proc), Optional.empty()), BUILTIN, "auto")
                        .device());
    }

    @Test
    void aGpuByNameIsAProblemForTheCpusBuild() throws IOException {
        assertEquals(
                List.of(
                        new Problem(
                                "cuda:0 was asked for, but the engine's libtorch is for the CPU",
                                "override 'device=cuda'",
                                "llmprof engine --cuda   or   device=cpu")),
                problems(devices(PretendedDriver.in(proc)), "cuda"));
    }

    @Test
    void aGpuThatIsNotThereIsAProblem() throws IOException {
        DeviceChoices devices = devices(PretendedDriver.in(proc), TWO_DEVICES);

        assertEquals(List.of(), problems(devices, "cuda:1"));
        assertEquals(
                List.of(
                        new Problem(
                                "cuda:2 was asked for, but the engine sees 2 devices of CUDA",
                                "override 'device=cuda:2'",
                                "device=cuda:0")),
                problems(devices, "cuda:2"));
    }

    @Test
    void onlyACudaDeviceTakesTheNativesForCuda() {
        var engine = PretendedEngine.withCuda(TWO_DEVICES);

        assertEquals(List.of("engine"), engine.launcher("cpu"));
        assertEquals(List.of("cuda-engine"), engine.launcher("cuda:0"));
    }

    @Test
    void aModuleWhoseTorchIsForTheCpuOnlyStaysOnTheCpu() throws IOException {
        assertEquals(
                DeviceChoice.cpu(
                        "NVIDIA GeForce RTX 3090 is here, but the torch of python3 is for the CPU"
                                + " only"),
                chosen(python("torch for None\n"), MODULE, "auto"));
    }

    @Test
    void aModuleWithATorchForCudaOrNoneThatWeKnowGetsTheGpu() throws IOException {
        assertEquals(DeviceChoice.of("cuda:0"), chosen(python("torch for 13.0\n"), MODULE, "auto"));
        assertEquals(DeviceChoice.of("cuda:0"), chosen(python("ImportError\n"), MODULE, "auto"));
    }

    private DeviceChoices python(String answer) throws IOException {
        return new DeviceChoices(
                PretendedDriver.in(proc),
                PretendedEngine::forTheCpu,
                new Answering(_ -> Optional.of(answer)));
    }

    private static DeviceChoices devices(NvidiaDriver driver) {
        return new DeviceChoices(driver, PretendedEngine::forTheCpu, noProgram());
    }

    private static DeviceChoices devices(NvidiaDriver driver, Optional<EngineBuild> build) {
        return new DeviceChoices(driver, () -> PretendedEngine.withCuda(build), noProgram());
    }

    private static Answering noProgram() {
        return new Answering(_ -> Optional.empty());
    }

    private static DeviceChoice chosen(DeviceChoices devices, WorkloadKeys keys, String asked) {
        return devices.of(Composed.of().binder(), keys, asked);
    }

    private static List<Problem> problems(DeviceChoices devices, String asked) {
        var binder = Composed.of("device=" + asked).binder();
        devices.of(binder, BUILTIN, asked);
        return binder.problems();
    }

    private static WorkloadKeys keys(WorkloadKeys.Kind kind) {
        return new WorkloadKeys(
                kind,
                List.of(),
                kind == WorkloadKeys.Kind.BUILTIN ? Optional.empty() : Optional.of("infer"),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
