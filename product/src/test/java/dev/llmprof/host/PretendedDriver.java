package dev.llmprof.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What NVIDIA's driver shows in `/proc`, for a machine that has none.
public final class PretendedDriver {
    private PretendedDriver() {}

    /// A driver of 580 with one GPU.
    public static NvidiaDriver in(Path folder) throws IOException {
        Files.writeString(
                Files.createDirectories(folder).resolve("version"),
                "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 07:18:12"
                        + " UTC 2025\nGCC version:  gcc version 12.2.0\n");
        addGpu(folder, "0000:01:00.0", "NVIDIA GeForce RTX 3090");
        return new NvidiaDriver(folder);
    }

    static void addGpu(Path folder, String slot, String name) throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve("gpus").resolve(slot))
                        .resolve("information"),
                "Model: \t\t " + name + "\nIRQ:   \t\t 130\nBus Type: \t PCIe\n");
    }
}
