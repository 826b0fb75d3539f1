package dev.llmprof.tool;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the engine says of its libtorch: the version, which build it is, whether CUDA's part could
/// be loaded, and how many devices CUDA shows.
public record EngineBuild(String torch, boolean forCuda, boolean loadedCuda, int devices) {

    /// From what the engine answered to [Engine#about]; lines of anybody else are passed over.
    public static Optional<EngineBuild> of(String answer) {
        Map<String, String> words =
                answer.lines()
                        .map(line -> line.strip().split(" ", 2))
                        .filter(pair -> pair.length == 2)
                        .collect(Collectors.toMap(p -> p[0], p -> p[1], (_, last) -> last));
        return Optional.ofNullable(words.get("torch"))
                .map(torch ->
                        new EngineBuild(
                                torch,
                                "cuda".equals(words.get("built_for")),
                                Boolean.parseBoolean(words.get("loaded_cuda")),
                                Integer.parseInt(words.getOrDefault("devices", "0"))));
    }

    public boolean computesOnCuda() {
        return devices > 0;
    }

    /// `2.10.0` of `2.10.0-1.5.13`, whose second part is JavaCPP's.
    public String version() {
        return torch.replaceFirst("-.*", "");
    }

    @Override
    public String toString() {
        return "libtorch " + version() + " for " + (forCuda ? "CUDA 13" : "the CPU");
    }
}
