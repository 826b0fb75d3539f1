package dev.llmprof.hardware;

import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// All GPUs we have data on, sorted by name.
public record GpuCatalogue(List<Gpu> gpus) {
    public GpuCatalogue {
        gpus = gpus.stream().sorted(Comparator.comparing(Gpu::name)).toList();
    }

    /// By the name of its file or as written inside, whatever the case, or as the driver has it.
    public Gpu named(String word) {
        return find(word)
                .or(() -> matching(word))
                .orElseThrow(() ->
                        new Problem("no GPU '" + word + "' is known", "gpu", fix(word)).found());
    }

    public Optional<Gpu> find(String word) {
        return gpus.stream().filter(gpu -> gpu.name().equalsIgnoreCase(word)).findFirst();
    }

    /// By what the driver calls the device: `NVIDIA H100 80GB HBM3`. A device nobody described is
    /// absent, never given another's numbers.
    public Optional<Gpu> matching(String driverName) {
        String wanted = driverName.strip();
        return gpus.stream()
                .filter(gpu -> gpu.driverNames().stream().anyMatch(wanted::equalsIgnoreCase))
                .findFirst();
    }

    public List<String> names() {
        return gpus.stream().map(gpu -> gpu.name().toLowerCase(Locale.ROOT)).toList();
    }

    private String fix(String word) {
        String wanted = word.toLowerCase(Locale.ROOT);
        List<String> alike = names().stream().filter(name -> name.contains(wanted)).toList();
        if (!wanted.isEmpty() && !alike.isEmpty()) {
            return "choose one of: " + String.join(", ", alike);
        }
        return Nearest.to(wanted, names()).map(near -> "did you mean " + near + "? ").orElse("")
                + "choose one of: "
                + String.join(", ", names())
                + "; or a YAML file of your own, written as those in conf/gpu: --gpu FILE.yaml, or"
                + " its name where it lies in conf/gpu of this folder";
    }
}
