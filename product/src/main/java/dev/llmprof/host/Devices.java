package dev.llmprof.host;

import dev.llmprof.hardware.CpuBenchmark;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.GpuCatalogue;
import dev.llmprof.hardware.GpuReader;
import dev.llmprof.hardware.HostCpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import dev.llmprof.process.SystemProcesses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The devices a user's words name.
public final class Devices {
    private static final Duration BENCHMARK_DEADLINE = Duration.ofSeconds(60);
    private static final Pattern PLAIN = Pattern.compile("[\\w.-]+");

    private Devices() {}

    /// `all`, or names with commas; `host` is this machine's CPU as measured; a YAML file describes
    /// one of the user's own, also one that lies in `conf/gpu` and has no shipped name.
    public static List<Gpu> named(String words) {
        return named(words, Path.of(""));
    }

    /// The same, where a configuration directory of the user's has a folder `gpu` too.
    public static List<Gpu> named(String words, Optional<Path> configDirectory) {
        if (configDirectory.filter(directory -> !Files.isDirectory(directory)).isPresent()) {
            throw new Problem(
                            "this folder is not there",
                            "--config-dir " + configDirectory.get(),
                            "name one with a folder gpu in it")
                    .found();
        }
        return named(words, Path.of(""), configDirectory);
    }

    static List<Gpu> named(String words, Path directory) {
        return named(words, directory, Optional.empty());
    }

    private static List<Gpu> named(String words, Path directory, Optional<Path> configDirectory) {
        GpuCatalogue catalogue = ShippedGpus.catalogue();
        List<Gpu> gpus = new ArrayList<>();
        for (String word : words.split(",", -1)) {
            switch (word.strip().toLowerCase(Locale.ROOT)) {
                case "all" -> gpus.addAll(catalogue.gpus());
                case "host", "cpu" -> gpus.add(host(System.getenv()));
                case "auto" -> gpus.addAll(found(System.getenv()).stream().toList());
                default -> gpus.add(one(catalogue, word.strip(), directory, configDirectory));
            }
        }
        return gpus;
    }

    private static Gpu one(
            GpuCatalogue catalogue, String word, Path directory, Optional<Path> configDirectory) {
        if (isFile(word)) {
            return GpuReader.file(directory.resolve(word));
        }
        boolean known = catalogue.find(word).isPresent() || catalogue.matching(word).isPresent();
        if (known || !PLAIN.matcher(word).matches()) {
            return catalogue.named(word);
        }
        return Stream.concat(configDirectory.stream(), Stream.of(directory.resolve("conf")))
                .map(each -> each.resolve("gpu").resolve(word + ".yaml"))
                .filter(Files::isRegularFile)
                .findFirst()
                .map(GpuReader::file)
                .orElseGet(() -> catalogue.named(word));
    }

    private static boolean isFile(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }

    /// The GPU in this machine if we have data on it; the CPU where there is no GPU. A GPU nobody
    /// described is absent, never given another's numbers.
    public static Optional<Gpu> found(Map<String, String> environment) {
        List<String> models = NvidiaDriver.here().gpus();
        return models.isEmpty()
                ? Optional.of(host(environment))
                : ShippedGpus.matching(models.getFirst());
    }

    /// The device a workload says it ran on: `cpu`, `cuda:1`. A GPU is taken to be like the first.
    public static Optional<Gpu> ranOn(String device, Map<String, String> environment) {
        return device.startsWith("cpu") ? Optional.of(host(environment)) : found(environment);
    }

    /// This machine's CPU, measured by a JVM of its own the first time.
    public static Gpu host(Map<String, String> environment) {
        return HostCpu.measuredOnce(environment, () -> rates(new SystemProcesses(environment)));
    }

    private static List<Double> rates(Processes processes) {
        Command command =
                Command.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CpuBenchmark.class.getName());
        List<Double> rates = new ArrayList<>();
        for (String line : processes.ask(command, BENCHMARK_DEADLINE).output().lines().toList()) {
            try {
                rates.add(Double.parseDouble(line));
            } catch (NumberFormatException _) {
                // A remark of the JVM's, not a rate.
            }
        }
        return rates.size() == 2 ? rates : CpuBenchmark.rates();
    }
}
