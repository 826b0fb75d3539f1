package dev.llmprof.app;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.GpuCatalogue;
import dev.llmprof.hardware.HostCpu;
import dev.llmprof.hardware.ShippedGpus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The devices a user's words name.
final class Devices {
    private Devices() {}

    /// `all`, or names with commas; `host` is this machine's CPU as measured.
    static List<Gpu> named(String words) {
        GpuCatalogue catalogue = ShippedGpus.catalogue();
        List<Gpu> gpus = new ArrayList<>();
        for (String word : words.split(",", -1)) {
            switch (word.strip().toLowerCase(Locale.ROOT)) {
                case "all" -> gpus.addAll(catalogue.gpus());
                case "host", "cpu" -> gpus.add(HostCpu.measuredOnce(System.getenv()));
                default -> gpus.add(catalogue.named(word.strip()));
            }
        }
        return gpus;
    }
}
