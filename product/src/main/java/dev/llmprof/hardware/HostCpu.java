package dev.llmprof.hardware;

import dev.llmprof.cache.Cache;
import dev.llmprof.cache.Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/// This machine's CPU as a device. Nobody publishes the peak of every CPU, so it is measured once
/// and kept in the user's cache, by processor, core count, JDK and the code that measures. What was
/// measured while the machine had other work is measured again the next time, and the best counts.
public final class HostCpu {
    private static final String NAME = "host";
    private static final String KIND = "host-cpu";
    private static final String RATES = "rates.txt";
    private static final double BUSY_PER_CORE = 0.5;

    private HostCpu() {}

    /// Operations and bytes a second, and whether the machine had nothing else to do.
    record Rates(double flopsPerSecond, double bytesPerSecond, boolean quiet) {
        Rates best(Rates other) {
            return new Rates(
                    Math.max(flopsPerSecond, other.flopsPerSecond),
                    Math.max(bytesPerSecond, other.bytesPerSecond),
                    quiet || other.quiet);
        }
    }

    public static boolean is(Gpu device) {
        return device.name().equals(NAME);
    }

    /// Measured now if it has not been before. A cache that cannot be written is no reason to stop.
    ///
    /// `benchmark` gives [CpuBenchmark#rates], perhaps from another JVM: one that starts fast does
    /// not compile to vector instructions.
    public static Gpu measuredOnce(
            Map<String, String> environment, Supplier<List<Double>> benchmark) {
        int cores = Runtime.getRuntime().availableProcessors();
        return measuredOnce(environment, benchmark, cores, load() < BUSY_PER_CORE * cores);
    }

    static Gpu measuredOnce(
            Map<String, String> environment,
            Supplier<List<Double>> benchmark,
            int cores,
            boolean quiet) {
        String processor = processor();
        // What cannot be kept is measured by every run, and no reason for a remark.
        Cache cache = Cache.of(environment, _ -> {});
        Key key =
                Key.of()
                        .with("processor", processor)
                        .with("cores", cores)
                        .code(CpuBenchmark.class)
                        .key();
        Optional<Rates> kept = cache.find(KIND, key).flatMap(HostCpu::read);
        if (kept.isPresent() && kept.get().quiet()) {
            return device(processor, cores, kept.get());
        }
        List<Double> measured = benchmark.get();
        Rates now = new Rates(measured.get(0), measured.get(1), quiet);
        Rates rates = kept.map(now::best).orElse(now);
        cache.keep(KIND, key, folder -> write(folder, rates));
        return device(processor, cores, rates);
    }

    /// Work waiting for a core, over the last minute; where the system does not say, none.
    private static double load() {
        try {
            String line = Files.readString(Path.of("/proc/loadavg"));
            return Double.parseDouble(line.substring(0, line.indexOf(' ')));
        } catch (IOException | NumberFormatException _) {
            return 0;
        }
    }

    private static Gpu device(String processor, int cores, Rates rates) {
        return new Gpu(
                NAME,
                processor,
                cores + " cores",
                List.of(),
                memoryBytes(),
                rates.bytesPerSecond(),
                0,
                peaks(rates.flopsPerSecond(), instructions()),
                Map.of(),
                rates.flopsPerSecond(),
                "fp32 and memory measured on this machine by llmprof, on all cores; bf16 and fp16"
                        + " by the instructions the processor lists");
    }

    /// Half formats by the instructions for them: AMX does 1,024 operations a cycle where two
    /// 512-bit units do 64 in fp32, AVX-512's own half instructions twice as many (Intel's
    /// optimization manual). A bound has to hold for the fastest way there is.
    static Map<String, Double> peaks(double fp32, Set<String> instructions) {
        return Map.of(
                "fp32", fp32,
                "bf16", fp32 * factor(instructions, "amx_bf16", "avx512_bf16"),
                "fp16", fp32 * factor(instructions, "amx_fp16", "avx512_fp16"));
    }

    private static int factor(Set<String> instructions, String tiles, String vectors) {
        if (instructions.contains(tiles)) {
            return 16;
        }
        return instructions.contains(vectors) ? 2 : 1;
    }

    private static Set<String> instructions() {
        return lineOf(Path.of("/proc/cpuinfo"), "flags")
                .map(line -> Set.of(line.substring(line.indexOf(':') + 1).strip().split(" +")))
                .orElse(Set.of());
    }

    private static Optional<Rates> read(Path entry) {
        try {
            List<String> lines = Files.readAllLines(entry.resolve(RATES));
            return Optional.of(
                    new Rates(
                            Double.parseDouble(lines.get(0)),
                            Double.parseDouble(lines.get(1)),
                            lines.get(2).equals("quiet")));
        } catch (IOException _) {
            // Another run has just put a better one there.
            return Optional.empty();
        }
    }

    private static void write(Path entry, Rates rates) throws IOException {
        Files.write(
                entry.resolve(RATES),
                List.of(
                        String.valueOf(rates.flopsPerSecond()),
                        String.valueOf(rates.bytesPerSecond()),
                        rates.quiet() ? "quiet" : "busy"));
    }

    private static String processor() {
        return lineOf(Path.of("/proc/cpuinfo"), "model name")
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElseGet(() -> System.getProperty("os.arch", "unknown"));
    }

    private static double memoryBytes() {
        OptionalDouble kilobytes =
                lineOf(Path.of("/proc/meminfo"), "MemTotal").stream()
                        .map(line -> line.replaceAll("[^0-9]", ""))
                        .filter(digits -> !digits.isEmpty())
                        .mapToDouble(Double::parseDouble)
                        .findFirst();
        return kilobytes.orElse(Runtime.getRuntime().maxMemory() / 1024.0) * 1024;
    }

    private static Optional<String> lineOf(Path file, String start) {
        try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line ->
                            line.toLowerCase(Locale.ROOT)
                                    .startsWith(start.toLowerCase(Locale.ROOT)))
                    .findFirst();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
