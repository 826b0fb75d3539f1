package dev.llmprof.testing.fuzz;

import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.analyze.CaptureProgress;
import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyContext;
import dev.llmprof.study.StudyGoal;
import dev.llmprof.study.StudyRequest;
import dev.llmprof.study.StudyResult;
import dev.llmprof.study.json.StudyJson;
import dev.llmprof.testing.nsight.NcuPages;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.testing.nsight.NsysCsv;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import dev.llmprof.testing.nsight.StreamFile;
import dev.llmprof.trace.hidden.StreamSecrets;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/// Everything `analyze` reads.
final class CaptureTargets {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
    static final Console SILENT = new Console(NOWHERE, NOWHERE, false, false, Console.Volume.QUIET);
    private static final Damage TEXT =
            Damage.oneOf(TextDamage.JSON, TextDamage.JSON, ByteDamage.ANY);
    private static final Damage TABLE =
            Damage.oneOf(TextDamage.LINES, TextDamage.LINES, ByteDamage.ANY);
    private static final Damage DATABASE = Damage.oneOf(SqliteDamage.PAGES, ByteDamage.ANY);

    private CaptureTargets() {}

    static List<FuzzTarget> all(Path folder) throws IOException {
        List<FuzzTarget> all = new ArrayList<>();
        List<byte[]> kineto = FuzzSeeds.kineto();
        all.add(capture("kineto", "t.json", kineto, TEXT));
        all.add(capture("foreign", "t.json", FuzzSeeds.foreign(), TEXT));
        all.add(packed("gzip", "t.json.gz", kineto, GZIPOutputStream::new));
        all.add(packed("zstd", "t.json.zst", kineto, ZstdOutputStream::new));
        all.add(
                packed(
                        "xz",
                        "t.json.xz",
                        kineto,
                        out -> new XZOutputStream(out, new LZMA2Options(0))));
        all.add(
                capture(
                        "zip",
                        "t.zip",
                        List.of(FuzzSeeds.zip(kineto.getFirst(), kineto.getLast())),
                        ByteDamage.ANY));
        all.add(capture("nsys sqlite", "t.sqlite", exports(folder), DATABASE));
        all.add(new FuzzTarget("nsys stream", streams(), ByteDamage.ANY, CaptureTargets::struck));
        all.add(capture("nsys csv", "t.csv", nsysTables(), TABLE));
        Path report = NcuReportFile.write(NcuRuns.inference(), folder.resolve("k.ncu-rep"));
        all.add(
                capture(
                        "ncu report",
                        "t.ncu-rep",
                        List.of(FuzzSeeds.file(report)),
                        ByteDamage.ANY));
        all.add(capture("ncu csv", "t.csv", ncuTables(), TABLE));
        return all;
    }

    private static List<byte[]> exports(Path folder) {
        List<byte[]> exports = new ArrayList<>();
        for (NsysSchema schema : NsysSchema.values()) {
            Path file = folder.resolve("run-" + schema + ".sqlite");
            exports.add(FuzzSeeds.file(NsysExport.write(NsysRuns.generated(7, 1), schema, file)));
        }
        return exports;
    }

    private static List<byte[]> streams() {
        byte[] process = StreamFile.process(8, "server", "DB_PW=abc-def", "PATH=/bin", "A=b");
        return List.of(
                new StreamFile()
                        .plain("Device Properties", StreamFile.field(2, process))
                        .packed("Raw Events", process, process)
                        .bytes());
    }

    private static void struck(byte[] bytes, Path folder) throws IOException {
        Path stream = Files.write(folder.resolve("t.qdstrm"), bytes);
        StreamSecrets.strike(stream, folder.resolve("clean.qdstrm"));
    }

    private static List<byte[]> nsysTables() {
        List<byte[]> tables =
                new ArrayList<>(
                        FuzzSeeds.files(
                                FuzzSeeds.RESOURCES.resolve("nsys/generated"), "gpukernsum.csv"));
        tables.add(FuzzSeeds.text(NsysCsv.trace(NsysRuns.generated(7, 1))));
        return tables;
    }

    private static List<byte[]> ncuTables() {
        return List.of(
                FuzzSeeds.text(NcuPages.details(NcuRuns.inference())),
                FuzzSeeds.text(NcuPages.raw(NcuRuns.inference())),
                FuzzSeeds.text(NcuPages.rawBase(NcuRuns.inference())));
    }

    /// Damaged inside and packed whole, or damaged as it was packed.
    private static FuzzTarget packed(
            String name, String file, List<byte[]> seeds, FuzzSeeds.Packer packer) {
        Damage inside = (whole, random) -> FuzzSeeds.packed(TEXT.damaged(whole, random), packer);
        Damage outside =
                (whole, random) -> ByteDamage.ANY.damaged(FuzzSeeds.packed(whole, packer), random);
        Damage once = Damage.oneOf(inside, outside, outside);
        return capture(
                name,
                file,
                seeds,
                new Damage() {
                    @Override
                    public byte[] damaged(byte[] whole, java.util.Random random) {
                        return once.damaged(whole, random);
                    }

                    @Override
                    public Damage repeated() {
                        return this;
                    }
                });
    }

    private static FuzzTarget capture(String name, String file, List<byte[]> seeds, Damage damage) {
        return new FuzzTarget(
                name,
                seeds,
                damage,
                (bytes, folder) -> studied(Files.write(folder.resolve(file), bytes), bytes));
    }

    /// All that `analyze` says of a file; for one in 256 all that it writes as well, which takes
    /// longer.
    static void studied(Path file, byte[] bytes) throws IOException {
        var parts = PluginLists.SHIPPED.study();
        var request =
                new StudyRequest(
                        List.of(file),
                        parts,
                        NcuView.DEFAULT,
                        StudyContext.unknown("fuzz"),
                        new StudyGoal.InMemory());
        StudyResult result = Study.of(request, CaptureProgress.on(SILENT, _ -> {}));
        StudyJson.write(result.captures(), result.findings(), "fuzz", new StringWriter());
        if (result.captures().isEmpty()) {
            throw new Problem.Found(result.captures().problems());
        }
        if (Arrays.hashCode(bytes) % 256 == 0) {
            RunTargets.command(
                    "analyze", file.toString(), "--output", file.resolveSibling("out").toString());
        }
    }
}
