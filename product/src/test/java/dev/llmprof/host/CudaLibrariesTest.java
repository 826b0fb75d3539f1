package dev.llmprof.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.process.Answering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaLibrariesTest {
    @TempDir private Path folder;

    @Test
    void aBareMachineLacksAllThreeWithEveryFile() {
        assertEquals(
                List.of(
                        "CUDA 13 (libcudart.so.13, libcublas.so.13, libcublasLt.so.13,"
                                + " libcufft.so.12, libcurand.so.10, libcusparse.so.12,"
                                + " libcusolver.so.12, libcufile.so.0, libcupti.so.13)",
                        "cuDNN 9 (libcudnn.so.9)",
                        "NCCL 2 (libnccl.so.2)"),
                missing(List.of()));
    }

    @Test
    void whatTheLoaderListsOrAFolderHasIsNotMissing() throws IOException {
        List<Path> listed = new ArrayList<>();
        for (String name :
                List.of(
                        "libcudart.so.13",
                        "libcublas.so.13",
                        "libcublasLt.so.13",
                        "libcufft.so.12",
                        "libcurand.so.10",
                        "libcusparse.so.12",
                        "libcusolver.so.12",
                        "libcufile.so.0")) {
            listed.add(Path.of("/usr/lib", name));
        }
        Files.createFile(folder.resolve("libcupti.so.13"));
        Files.createFile(folder.resolve("libnccl.so.2"));

        assertEquals(List.of("cuDNN 9 (libcudnn.so.9)"), missing(listed));
    }

    @Test
    void anotherVersionIsNoReplacement() throws IOException {
        Files.createFile(folder.resolve("libcudnn.so.8"));

        assertEquals("cuDNN 9 (libcudnn.so.9)", missing(List.of()).get(1));
    }

    @Test
    void theLoadersListIsRead() {
        String listed =
                Stream.of(
                                "cudart.so.13",
                                "cublas.so.13",
                                "cublasLt.so.13",
                                "cufft.so.12",
                                "curand.so.10",
                                "cusparse.so.12",
                                "cusolver.so.12",
                                "cufile.so.0",
                                "cupti.so.13",
                                "cudnn.so.9",
                                "nccl.so.2")
                        .map(n -> "\tlib" + n + " (libc6,x86-64) => /usr/lib/lib" + n + "\n")
                        .reduce("11 libs found in cache\n", String::concat);

        assertEquals(
                List.of(),
                CudaLibraries.missing(Map.of(), new Answering(_ -> Optional.of(listed))));
    }

    private List<String> missing(List<Path> listed) {
        return CudaLibraries.missing(listed, List.of(folder)).stream()
                .map(CudaLibraries.Part::toString)
                .toList();
    }
}
