package dev.llmprof.host;

import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The libraries that libtorch's CUDA build needs and does not bring: which of them are here.
public final class CudaLibraries {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Pattern LISTED = Pattern.compile("=> (/\\S+)");

    /// Where JavaCPP and the build's own run path look, beside the system's folders.
    private static final List<Path> USUAL =
            List.of(
                    Path.of("/usr/local/cuda-13.1/lib64"),
                    Path.of("/usr/local/cuda-13.1/extras/CUPTI/lib64"),
                    Path.of("/usr/local/cuda/lib64"),
                    Path.of("/usr/local/cuda/lib"),
                    Path.of("/usr/local/cuda/extras/CUPTI/lib64"),
                    Path.of("/usr/lib64"));

    /// What the build's files name as needed.
    private static final List<Part> PARTS =
            List.of(
                    new Part(
                            "CUDA 13",
                            List.of(
                                    "libcudart.so.13",
                                    "libcublas.so.13",
                                    "libcublasLt.so.13",
                                    "libcufft.so.12",
                                    "libcurand.so.10",
                                    "libcusparse.so.12",
                                    "libcusolver.so.12",
                                    "libcufile.so.0",
                                    "libcupti.so.13")),
                    new Part("cuDNN 9", List.of("libcudnn.so.9")),
                    new Part("NCCL 2", List.of("libnccl.so.2")));

    private CudaLibraries() {}

    /// A product of NVIDIA's and the files of it that are looked for.
    public record Part(String name, List<String> files) {
        public Part {
            files = List.copyOf(files);
        }

        @Override
        public String toString() {
            return name + " (" + String.join(", ", files) + ")";
        }
    }

    /// What is missing where the system's loader would look.
    public static List<Part> missing(Map<String, String> environment, Processes processes) {
        List<Path> files = new ArrayList<>();
        String listed = processes.ask(Command.of("/sbin/ldconfig", "-p"), PATIENCE).output();
        LISTED.matcher(listed)
                .results()
                .map(MatchResult::group)
                .forEach(arrow -> files.add(Path.of(arrow.substring("=> ".length()))));
        List<Path> folders = new ArrayList<>(USUAL);
        Stream.of(environment.getOrDefault("LD_LIBRARY_PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .forEach(folder -> folders.add(Path.of(folder)));
        return missing(files, folders);
    }

    static List<Part> missing(List<Path> listed, List<Path> folders) {
        Map<String, Path> known = new TreeMap<>();
        listed.forEach(file -> known.put(String.valueOf(file.getFileName()), file));
        return PARTS.stream()
                .map(part ->
                        new Part(
                                part.name(),
                                part.files().stream()
                                        .filter(name -> !known.containsKey(name))
                                        .filter(name ->
                                                folders.stream()
                                                        .noneMatch(
                                                                f -> Files.exists(f.resolve(name))))
                                        .toList()))
                .filter(part -> !part.files().isEmpty())
                .toList();
    }
}
