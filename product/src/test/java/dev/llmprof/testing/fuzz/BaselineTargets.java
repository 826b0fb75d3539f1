package dev.llmprof.testing.fuzz;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.study.compare.BaselineStore;
import dev.llmprof.study.compare.RunDirectories;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// The files of a baseline, and what a compared run says of its surroundings.
final class BaselineTargets {
    private static final Damage TEXT =
            Damage.oneOf(TextDamage.JSON, TextDamage.JSON, ByteDamage.ANY);
    private static final String NOISE =
            """
            metric,deviation,degrees
            decode.step_time,0.5,5
            gpu.time,0.01,7
            """;
    private static final String ENVIRONMENT =
            """
            {"host": {"name": "h", "cpu": "c"}, "git": {"commit": "1a2b"}, "cuda": "13.0",
             "torch": "2.9", "gpus": [{"name": "H100", "driver": "580.1"}]}
            """;

    private BaselineTargets() {}

    static List<FuzzTarget> all(Path folder) throws IOException {
        Path capture = Programs.eagerLlama(Dialect.CUDA).writtenTo(folder.resolve("kept.json"));
        Path kept = folder.resolve("kept");
        command(kept, "baseline", "set", "main", capture.toString());
        Path main = kept.resolve("main");
        byte[] tree = unpacked(FuzzSeeds.file(main.resolve("tree-1.json.gz")));
        return List.of(
                target(
                        "baseline tree",
                        tree,
                        TEXT,
                        (bytes, own) ->
                                read(
                                        main,
                                        "tree-1.json.gz",
                                        FuzzSeeds.packed(bytes, GZIPOutputStream::new),
                                        own)),
                target(
                        "baseline.json",
                        FuzzSeeds.file(main.resolve("baseline.json")),
                        TEXT,
                        (bytes, own) -> read(main, "baseline.json", bytes, own)),
                target(
                        "noise",
                        FuzzSeeds.text(NOISE),
                        KeptTargets.TABLE,
                        (bytes, own) -> read(main, "noise.csv", bytes, own)),
                target(
                        "env.json",
                        FuzzSeeds.text(ENVIRONMENT),
                        TEXT,
                        (bytes, own) -> compared(main, bytes, own)));
    }

    private static FuzzTarget target(
            String name, byte[] whole, Damage damage, FuzzTarget.Reading reading) {
        return new FuzzTarget(name, List.of(whole), damage, reading);
    }

    /// Read, and for one in 64 held against itself, which takes longer.
    private static void read(Path main, String file, byte[] bytes, Path own) throws IOException {
        Path copy = copied(main, own);
        Files.write(copy.resolve(file), bytes);
        Path kept = copy.resolveSibling("");
        new BaselineStore(kept).read("main");
        if (Arrays.hashCode(bytes) % 64 == 0) {
            command(kept, "compare", "baseline:main", "baseline:main", "--json");
        }
    }

    private static void compared(Path main, byte[] bytes, Path own) throws IOException {
        Path copy = copied(main, own);
        Path run = own.resolve("run");
        if (!Files.isDirectory(run)) {
            var recorded = Programs.hostOnly();
            RunDirectories.write(run, recorded, Manifest.Verdict.DONE, "run");
        }
        Files.write(run.resolve("env.json"), bytes);
        RunDirectories.facts(run);
        if (Arrays.hashCode(bytes) % 16 == 0) {
            command(copy.resolveSibling(""), "compare", "baseline:main", run.toString(), "--json");
        }
    }

    private static Path copied(Path main, Path own) throws IOException {
        Path copy = own.resolve("kept/main");
        if (!Files.isDirectory(copy)) {
            Files.createDirectories(copy);
            for (String name : List.of("metrics.csv", "baseline.json", "tree-1.json.gz")) {
                Files.copy(main.resolve(name), copy.resolve(name));
            }
        }
        return copy;
    }

    private static void command(Path kept, String... words) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = "baseline.dir=" + kept;
        RunTargets.command(all);
    }

    private static byte[] unpacked(byte[] bytes) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }
}
