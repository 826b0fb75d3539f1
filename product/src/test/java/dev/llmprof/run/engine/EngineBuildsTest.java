package dev.llmprof.run.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.cache.Cache;
import dev.llmprof.console.Console;
import dev.llmprof.fetch.LoopbackServer;
import dev.llmprof.host.CudaLibraries.Part;
import dev.llmprof.host.PretendedDriver;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Answering;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineBuildsTest {
    private static final byte[] BYTES = "natives".getBytes(StandardCharsets.UTF_8);
    private static final List<Part> NOTHING = List.of();
    private static final List<Part> CUDNN = List.of(new Part("cuDNN 9", List.of("libcudnn.so.9")));
    private static final String COMPUTES =
            "torch 2.10.0-1.5.13\nbuilt_for cuda\nloaded_cuda true\ndevices 1\n";
    private static final String SEES_NOTHING =
            "torch 2.10.0-1.5.13\nbuilt_for cuda\nloaded_cuda true\ndevices 0\n";
    private static final String FOR_THE_CPU =
            "torch 2.10.0-1.5.13\nbuilt_for cpu\nloaded_cuda false\ndevices 0\n";

    @TempDir private Path directory;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void theCudaBuildIsFetchedAskedAndTaken() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            assertEquals(0, builds(server, NOTHING, COMPUTES).run(EngineRequest.CUDA));
            assertEquals(List.of("/maven2/org/natives.jar"), server.asked());
        }
        assertEquals("natives", Files.readString(natives().chosen().orElseThrow()));
        assertTrue(
                said().endsWith("libtorch 2.10.0 for CUDA 13 is taken: device=auto means cuda:0\n"),
                said());
    }

    @Test
    void itIsFetchedOnce() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            builds(server, CUDNN, COMPUTES).run(EngineRequest.FETCH);
            builds(server, NOTHING, COMPUTES).run(EngineRequest.CUDA);

            assertEquals(1, server.asked().size());
        }
    }

    @Test
    void withoutCudasLibrariesNothingIsFetchedAndEachIsNamed() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            Problem problem = problem(builds(server, CUDNN, COMPUTES));

            assertEquals(
                    new Problem(
                            "libtorch for CUDA 13 needs what is not here: cuDNN 9 (libcudnn.so.9)",
                            "the system's libraries, /usr/local/cuda, LD_LIBRARY_PATH",
                            "install them as docs/cuda.md says, then llmprof engine --cuda"),
                    problem);
            assertEquals(List.of(), server.asked());
        }
    }

    @Test
    void aBuildThatSeesNoDeviceIsNotTaken() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            Problem problem = problem(builds(server, NOTHING, SEES_NOTHING));

            assertEquals(
                    "libtorch for CUDA 13 cannot compute here, and is not taken", problem.what());
            assertEquals("NVIDIA's driver 580.65.06", problem.at());
        }
        assertEquals(Optional.empty(), natives().chosen());
    }

    @Test
    void theCpusBuildIsTakenBackAndTheOtherStays() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            builds(server, NOTHING, COMPUTES).run(EngineRequest.CUDA);
            builds(server, NOTHING, COMPUTES).run(EngineRequest.CPU);
        }
        assertEquals(Optional.empty(), natives().chosen());
        assertTrue(natives().fetched().isPresent());
    }

    @Test
    void anotherFileThanTheExpectedIsNotKept() throws Exception {
        byte[] other = "n4tives".getBytes(StandardCharsets.UTF_8);
        try (var server = new LoopbackServer(LoopbackServer.whole(other))) {
            EngineBuilds builds = builds(server, CUDNN, COMPUTES);
            Problem.Found found =
                    assertThrows(Problem.Found.class, () -> builds.run(EngineRequest.FETCH));

            assertTrue(
                    what(found).startsWith("natives.jar is not the file it should be"),
                    what(found));
        }
        assertEquals(List.of(), files());
    }

    @Test
    void aRepositoryWithoutTheFileLeavesNothing() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.status(404))) {
            EngineBuilds builds = builds(server, CUDNN, COMPUTES);
            assertThrows(Problem.Found.class, () -> builds.run(EngineRequest.FETCH));
        }
        assertEquals(List.of(), files());
    }

    @Test
    void withoutRoomNothingIsFetched() throws Exception {
        var large = new CudaNatives.Artifact("org/natives.jar", 7, Long.MAX_VALUE / 2, sha256());
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            EngineBuilds builds = builds(server, CUDNN, COMPUTES, large);
            Problem.Found found =
                    assertThrows(Problem.Found.class, () -> builds.run(EngineRequest.FETCH));

            assertTrue(
                    what(found)
                            .startsWith(
                                    "libtorch for CUDA 13 takes 4611686018.43 GB with what it"
                                            + " unpacks, and "),
                    what(found));
            assertEquals(List.of(), server.asked());
        }
    }

    @Test
    void whatIsThereIsShownTogether() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            builds(server, NOTHING, FOR_THE_CPU).run(EngineRequest.SHOW);
        }
        assertEquals(
                """
                  engine       libtorch 2.10.0 for the CPU
                  at           %s
                  gpu          NVIDIA GeForce RTX 3090
                  driver       580.65.06
                  device       auto means cpu
                  cuda build   not fetched; llmprof engine --cuda gets it
                  for cuda     all libraries are here
                """
                        .formatted(EngineHome.find()),
                said());
    }

    @Test
    void theShippedArtifactIsThatOfTheEnginesLibtorch() throws IOException {
        String pom = Files.readString(Path.of("../engine/pom.xml"));
        String version = pom.replaceAll("(?s).*<pytorch.version>(.*?)<.*", "$1");

        assertEquals(
                "org/bytedeco/pytorch/" + version + "/pytorch-" + version + "-linux-x86_64-gpu.jar",
                CudaNatives.Artifact.shipped().path());
    }

    private static String what(Problem.Found found) {
        return found.problems().getFirst().what();
    }

    private Problem problem(EngineBuilds builds) {
        return assertThrows(Problem.Found.class, () -> builds.run(EngineRequest.CUDA))
                .problems()
                .getFirst();
    }

    private EngineBuilds builds(LoopbackServer server, List<Part> missing, String engine)
            throws Exception {
        return builds(server, missing, engine, natives().artifact());
    }

    private EngineBuilds builds(
            LoopbackServer server, List<Part> missing, String engine, CudaNatives.Artifact artifact)
            throws IOException {
        var stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new EngineBuilds(
                Console.of(stream, stream, Map.of("TERM", "dumb"), Console.Volume.NORMAL),
                Map.of("LLMPROF_MAVEN_URL", server.address() + "/maven2"),
                new Answering(_ -> Optional.of(engine)),
                () -> missing,
                PretendedDriver.in(directory.resolve("proc")),
                new CudaNatives(artifact, cache()));
    }

    private CudaNatives natives() throws Exception {
        return new CudaNatives(
                new CudaNatives.Artifact("org/natives.jar", BYTES.length, 100, sha256()), cache());
    }

    private static String sha256() throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(BYTES));
    }

    private Cache cache() {
        return Cache.of(Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString()), _ -> {});
    }

    /// Of the cache, but for its locks.
    private List<Path> files() throws IOException {
        try (var files = Files.walk(directory.resolve("cache"))) {
            return files.filter(Files::isRegularFile).filter(f -> !f.endsWith(".lock")).toList();
        }
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }
}
