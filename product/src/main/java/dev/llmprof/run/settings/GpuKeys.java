package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.Open;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.host.Devices;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// `gpu` as composed: one of the user's own, or a changed peak, counts.
@Open
public record GpuKeys(
        String name,
        Optional<String> vendor,
        Optional<String> architecture,
        Optional<List<String>> driverNames,
        Optional<Memory> memory,
        Optional<Link> interconnect,
        Optional<Map<String, Double>> denseTeraPerSecond,
        Optional<Map<String, Double>> sparseTeraPerSecond,
        Optional<Map<String, Double>> vectorTeraPerSecond) {
    private static final double GIGA = 1e9;
    private static final double TERA = 1e12;

    @Open
    record Memory(double gigabytes, double gigabytesPerSecond) {}

    @Open
    record Link(Optional<Double> gigabytesPerSecond) {}

    /// Empty for `auto`. A name alone is one of those that llmprof carries.
    public static Optional<Gpu> named(Binder binder) {
        return binder.read("gpu", GpuKeys.class)
                .filter(keys -> !keys.name.equals("auto"))
                .flatMap(GpuKeys::gpu);
    }

    private Optional<Gpu> gpu() {
        return memory.map(this::described).or(() -> Devices.named(name).stream().findFirst());
    }

    private Gpu described(Memory memory) {
        return new Gpu(
                name,
                vendor.orElse(""),
                architecture.orElse(""),
                driverNames.orElse(List.of()),
                memory.gigabytes() * GIGA,
                memory.gigabytesPerSecond() * GIGA,
                interconnect.flatMap(Link::gigabytesPerSecond).orElse(0.0) * GIGA,
                peaks(denseTeraPerSecond),
                peaks(sparseTeraPerSecond),
                vectorTeraPerSecond.map(peaks -> peaks.getOrDefault("fp32", 0.0)).orElse(0.0)
                        * TERA,
                "gpu");
    }

    private static Map<String, Double> peaks(Optional<Map<String, Double>> tera) {
        return tera.orElse(Map.of()).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, peak -> peak.getValue() * TERA));
    }
}
