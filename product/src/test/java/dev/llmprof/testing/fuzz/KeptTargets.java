package dev.llmprof.testing.fuzz;

import dev.llmprof.analysis.rank.GeneratedRanks;
import dev.llmprof.load.PromptFile;
import dev.llmprof.served.RequestLogReader;
import dev.llmprof.study.compare.BaselineStore;
import dev.llmprof.study.compare.ValuesFile;
import dev.llmprof.study.rank.RankMerge;
import dev.llmprof.study.rank.ResealedPart;
import dev.llmprof.study.sweep.SweepStudy;
import dev.llmprof.table.parquet.ParquetTable;
import dev.llmprof.trace.conditions.SampleFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What llmprof keeps beside runs, or is given for them: parts of ranks, baselines, sweeps,
/// samples, requests.
final class KeptTargets {
    private static final Damage TEXT =
            Damage.oneOf(TextDamage.JSON, TextDamage.JSON, ByteDamage.ANY);
    static final Damage TABLE = Damage.oneOf(TextDamage.LINES, TextDamage.LINES, ByteDamage.ANY);
    private static final String VALUES =
            """
            metric,unit,better,run,value,started,steps,dropped
            decode.step_time,ms,lower,1,100,,0,0
            decode.step_time,ms,lower,2,101.5,2026-11-15T14:22:33Z,7,1
            rate,tokens/s,higher,1,80,,0,0
            rate,tokens/s,higher,2,82,,0,0
            """;
    static final String HOST =
            """
            unix_ns,cpu_busy_s,cpu_idle_s,cpu_stolen_s,cpu_stalled_s,io_stalled_s,memory_stalled_s,energy_j,sampler_cpu_s,load_1m,cpu_hz,own_cpu_s,other_pid,other_name,other_cpu_s
            1794880800125000000,1.5,2.5,0.0,0.1,,0.0,12.5,0.001,0.5,2.1e9,0.4,17,java,0.2
            1794880800225000000,1.6,2.6,0.0,0.1,,0.0,12.7,0.001,,,,,,
            """;
    static final String GPUS =
            """
            timestamp, index, power.draw [W], clocks.current.sm [MHz], clocks.max.sm [MHz], temperature.gpu, utilization.gpu [%], clocks_throttle_reasons.active
            2026/11/17 02:00:00.125, 0, 300.10, 1410, 1980, 83, 97, 0x0000000000000048
            2026/11/17 02:00:00.225, 1, [N/A], 1410, 1980, 83, 97, 0x0000000000000000
            """;
    private static final String REQUESTS =
            """
            {"schema":1,"began_epoch_ns":7,"url":"http://h:1","engine":"vllm","model":"m","load":"closed","open_loop":false,"slo_ttft_ns":5}
            {"number":0,"due_ns":1,"sent_ns":2,"token_ns":[5,9,13],"end_ns":14,"prompt_tokens":7,"new_tokens":3,"counted_by_server":true}
            {"number":1,"due_ns":1,"sent_ns":2,"token_ns":[],"end_ns":14,"new_tokens":0,"counted_by_server":false,"failure":"timeout","error":"late"}
            {"cut_short":""}
            """;
    private static final String PROMPTS =
            """
            {"prompt": "Tell me", "max_tokens": 64, "at": 0.5}
            {"messages": [{"role": "user", "content": "x"}], "output_length": 3, "timestamp": 600}
            {"input_length": 12, "at": 0.75}
            """;
    private static final String SWEEP =
            """
            {"schema": 1, "command": ["run", "-m", "a=1,2"], "jobs": [
             {"directory": "0", "overrides": ["a=1"]}, {"directory": "1", "overrides": ["a=2"]}]}
            """;

    private KeptTargets() {}

    static List<FuzzTarget> all(Path folder) throws IOException {
        List<FuzzTarget> all = new ArrayList<>();
        Path part = part(folder);
        List<byte[]> kernels = List.of(FuzzSeeds.file(part.resolve("kernels.parquet")));
        all.add(new FuzzTarget("parquet", kernels, ByteDamage.ANY, KeptTargets::table));
        all.add(
                new FuzzTarget(
                        "rank part",
                        numbered(tables(part)),
                        ByteDamage.ANY,
                        (bytes, own) -> merged(part, bytes, own)));
        all.add(file("values", "v.csv", VALUES, TABLE, file -> ValuesFile.read(file)));
        all.add(file("host samples", "h.csv", HOST, TABLE, SampleFiles::host));
        all.add(file("gpu samples", "g.csv", GPUS, TABLE, SampleFiles::gpus));
        all.add(file("requests.jsonl", "r.jsonl", REQUESTS, TEXT, RequestLogReader::read));
        all.add(file("prompts", "p.jsonl", PROMPTS, TEXT, file -> PromptFile.read(file, true)));
        all.add(file("sweep.json", "sweep.json", SWEEP, TEXT, KeptTargets::swept));
        all.add(file("baseline", "kept/main/metrics.csv", VALUES, TABLE, KeptTargets::shown));
        return all;
    }

    /// What reads a file.
    private interface Reader {
        Object read(Path file) throws IOException;
    }

    private static FuzzTarget file(
            String name, String file, String whole, Damage damage, Reader reader) {
        return new FuzzTarget(
                name,
                List.of(FuzzSeeds.text(whole)),
                damage,
                (bytes, folder) -> {
                    Path place = folder.resolve(file);
                    Files.createDirectories(place.resolveSibling(""));
                    Object _ = reader.read(Files.write(place, bytes));
                });
    }

    private static Path part(Path folder) throws IOException {
        Path traces = Files.createDirectories(folder.resolve("ranks"));
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < 4; step++) {
            ranks.everybodyComputes(100_000 + 1_000L * step)
                    .compute(1, "attention", 30_000)
                    .collective("AllReduce", "tp", 64, 0, 1)
                    .message(0, 1, 128);
        }
        for (int rank = 0; rank < 2; rank++) {
            Files.writeString(traces.resolve("rank" + rank + ".json"), ranks.json(rank));
        }
        Path part = folder.resolve("part");
        RunTargets.command("analyze", traces.toString(), "--reduce", "1/1", "-o", part.toString());
        return part;
    }

    private static List<byte[]> tables(Path part) {
        return ResealedPart.tables().stream()
                .map(name -> FuzzSeeds.file(part.resolve(name)))
                .toList();
    }

    /// Which table it is stands in front.
    private static List<byte[]> numbered(List<byte[]> tables) {
        List<byte[]> numbered = new ArrayList<>();
        for (int at = 0; at < tables.size(); at++) {
            byte[] table = tables.get(at);
            numbered.add(ByteBuffer.allocate(1 + table.length).put((byte) at).put(table).array());
        }
        return numbered;
    }

    private static void table(byte[] bytes, Path folder) throws IOException {
        ParquetTable table = ParquetTable.read(Files.write(folder.resolve("t.parquet"), bytes));
        var _ = table.words("name");
        for (String column : List.of("record", "count", "nanos")) {
            var _ = table.whole(column);
        }
    }

    private static void merged(Path whole, byte[] bytes, Path folder) throws IOException {
        Path part = Files.createDirectories(folder.resolve("part"));
        for (String name : ResealedPart.tables()) {
            Files.write(part.resolve(name), FuzzSeeds.file(whole.resolve(name)));
        }
        int table = bytes.length == 0 ? 0 : Math.floorMod(bytes[0], ResealedPart.tables().size());
        byte[] content = bytes.length == 0 ? bytes : Arrays.copyOfRange(bytes, 1, bytes.length);
        ResealedPart.replace(part, table, content);
        var _ = RankMerge.of(List.of(part));
        if (Arrays.hashCode(bytes) % 16 == 0) {
            RunTargets.command(
                    "analyze", "--merge", part.toString(), "-o", folder.resolve("out").toString());
        }
    }

    /// Going on takes longer than the page: one in sixteen.
    private static Object swept(Path file) {
        Path sweep = file.resolveSibling("");
        if (Arrays.hashCode(FuzzSeeds.file(file)) % 16 == 0) {
            RunTargets.command("run", "--resume", sweep.toString(), "--dry-run");
        }
        return SweepStudy.write(sweep, List.of());
    }

    private static Object shown(Path file) throws IOException {
        Path kept = file.resolveSibling("").resolveSibling("");
        return new BaselineStore(kept).read("main");
    }
}
