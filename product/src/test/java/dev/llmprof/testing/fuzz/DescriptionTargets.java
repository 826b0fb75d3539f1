package dev.llmprof.testing.fuzz;

import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.hardware.GpuReader;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Request;
import dev.llmprof.report.paper.StaticComputeJson;
import dev.llmprof.run.KernelList;
import dev.llmprof.safetensors.Safetensors;
import dev.llmprof.study.KernelDescriptionFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What people write or download: models, GPUs, configurations, overrides.
final class DescriptionTargets {
    private static final Damage TEXT =
            Damage.oneOf(TextDamage.JSON, TextDamage.JSON, ByteDamage.ANY);
    private static final Damage YAML =
            Damage.oneOf(TextDamage.LINES, TextDamage.LINES, ByteDamage.ANY);
    private static final byte[] CONFIG =
            FuzzSeeds.file(Path.of("../test-support/models/llama/config.json"));

    private DescriptionTargets() {}

    static List<FuzzTarget> all() {
        List<FuzzTarget> all = new ArrayList<>();
        all.add(
                new FuzzTarget(
                        "safetensors",
                        List.of(FuzzSeeds.safetensors()),
                        TEXT,
                        DescriptionTargets::weights));
        all.add(
                new FuzzTarget(
                        "gguf",
                        List.of(FuzzSeeds.gguf()),
                        ByteDamage.ANY,
                        (bytes, folder) -> modelled(Files.write(folder.resolve("m.gguf"), bytes))));
        all.add(
                new FuzzTarget(
                        "config.json",
                        FuzzSeeds.files(Path.of("../test-support/models"), "/config.json"),
                        TEXT,
                        (bytes, folder) -> {
                            Path model = Files.createDirectories(folder.resolve("config"));
                            modelled(Files.write(model.resolve("config.json"), bytes));
                        }));
        all.add(
                new FuzzTarget(
                        "gpu yaml",
                        FuzzSeeds.files(Path.of("../conf/gpu"), "0.yaml"),
                        YAML,
                        DescriptionTargets::device));
        all.add(
                new FuzzTarget(
                        "kernel descriptions",
                        List.of(
                                FuzzSeeds.text(
                                        """
                                        - raw_name: void k<1>(T)
                                          friendly_name: GEMM
                                          data_shape:
                                            tiled: [(32, 128), (128, 32), "->", (32, 32)]
                                        - {raw_name: b, friendly_name: c}
                                        """)),
                        YAML,
                        (bytes, folder) ->
                                KernelDescriptionFile.read(
                                        Files.write(folder.resolve("k.yaml"), bytes))));
        all.add(
                new FuzzTarget(
                        "kernel list",
                        List.of(
                                FuzzSeeds.text(
                                        """
                                        kernels:
                                        -   name: 'void k<1>(T)'
                                            regex: '^k$'
                                            description: 'Kernel #1 - 5.0% of GPU time, 17 calls'
                                        """)),
                        YAML,
                        (bytes, folder) ->
                                KernelList.read(Files.write(folder.resolve("k.yaml"), bytes))));
        all.add(
                new FuzzTarget(
                        "configuration", configurations(), YAML, DescriptionTargets::composed));
        all.add(new FuzzTarget("overrides", overrides(), YAML, DescriptionTargets::overridden));
        return all;
    }

    private static List<byte[]> configurations() {
        return List.of(
                FuzzSeeds.text(
                        """
                        defaults: [{g: one}, {optional h: two}, _self_]
                        a: 1
                        b: ${a}
                        c: {d: [1, 2.5, null, true, "x"], e: "${c.d}", f: "${oc.env:HOME}"}
                        i: "${oc.decode:'[1, 2]'}"
                        n: "${a} and ${c.d[1]}"
                        j: !!str 7
                        k: 1_000
                        l: 12:30:45
                        """));
    }

    private static List<byte[]> overrides() {
        return List.of(
                FuzzSeeds.text("a=[1,2,{x:1}]"),
                FuzzSeeds.text("+b.c=choice(a,b,c)"),
                FuzzSeeds.text("~a"),
                FuzzSeeds.text("g=two"),
                FuzzSeeds.text("a=sort(range(1,10,2),reverse=true)"),
                FuzzSeeds.text("a='quoted \\' ${a}'"),
                FuzzSeeds.text("g=glob(*,exclude=[one])"),
                FuzzSeeds.text("++x.y={k: [1, 'two'], l: null}"),
                FuzzSeeds.text("a=str(shuffle(1,2.5e3,nan))"));
    }

    private static void weights(byte[] bytes, Path folder) throws IOException {
        Path model = Files.createDirectories(folder.resolve("weights"));
        Files.write(model.resolve("config.json"), CONFIG);
        Path file = Files.write(model.resolve("model.safetensors"), bytes);
        Safetensors.read(file);
        modelled(model);
    }

    private static void modelled(Path file) {
        var model = ModelFiles.open(file.toString());
        StaticComputeJson.of(
                StaticAnalyses.of(
                        model,
                        new Request(1, 273, 31, Request.DEFAULT.images()),
                        Counting.of(model.precision()),
                        Optional.of(ShippedGpus.catalogue().named("l4"))));
    }

    private static void device(byte[] bytes, Path folder) {
        GpuReader.parse(new String(bytes, StandardCharsets.UTF_8), "conf/gpu/x.yaml");
        RunTargets.command(
                "config",
                "-cp",
                tree(folder, FuzzSeeds.text("defaults: [gpu: x, _self_]\n"), bytes),
                "-cn",
                "main");
    }

    private static void composed(byte[] bytes, Path folder) {
        RunTargets.command(
                "config",
                "-cp",
                tree(folder, bytes, new byte[0]),
                "-cn",
                "main",
                "--cfg",
                "job",
                "--resolve");
    }

    private static void overridden(byte[] bytes, Path folder) {
        String word = new String(bytes, StandardCharsets.UTF_8);
        RunTargets.command(
                "config",
                "-cp",
                tree(
                        folder,
                        FuzzSeeds.text("defaults: [{g: one}, _self_]\na: 1\nc: {d: 2}\n"),
                        new byte[0]),
                "-cn",
                "main",
                "-m",
                word);
    }

    private static String tree(Path folder, byte[] main, byte[] gpu) {
        Path root = folder.resolve("tree");
        try {
            Files.createDirectories(root.resolve("g"));
            Files.createDirectories(root.resolve("gpu"));
            Files.writeString(root.resolve("g/one.yaml"), "v: 1\nw: ${a}\n");
            Files.writeString(root.resolve("g/two.yaml"), "# @package _global_\nv: 2\n");
            Files.write(root.resolve("gpu/x.yaml"), gpu);
            Files.write(root.resolve("main.yaml"), main);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return root.toAbsolutePath().toString();
    }
}
