package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.report.ReportSection;
import dev.llmprof.run.stage.StageDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One line in a list is all that the program needs to know of a new stage, format, section or
/// launcher.
class WiringTest {
    private static final List<String> TOY_ALONE =
            List.of(
                    "+pipeline.toy.enable=true",
                    "+pipeline.toy.name=toy_kernel",
                    "pipeline.static_analysis.enable=false",
                    "pipeline.torch_profiler.enable=false");

    @TempDir private Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private final PluginLists lists =
            new PluginLists(
                    () -> with(Wiring.stages(), Toys.stage()),
                    () -> with(Wiring.formats(), new Toys.Format()),
                    () -> with(Wiring.sections(), ReportSection.of(Toys::section)),
                    () -> with(Wiring.launchers(), Toys.launcher(this::main)));

    @Test
    void everyStageIsDocumentedWithItsKeysAndPresets() throws IOException {
        String keys = Files.readString(Path.of("../docs/configuration.md"));
        String presets = Files.readString(Path.of("../conf/profiling/README.md"));
        List<String> missing = new ArrayList<>();
        for (StageDefinition stage : Wiring.stages()) {
            String key = "`pipeline." + stage.name() + "`";
            if (!keys.contains("### " + key)) {
                missing.add("docs/configuration.md: " + key);
            }
            stage.presets()
                    .filter(group -> !presets.contains("| `" + group + "` | " + key + " |"))
                    .ifPresent(group -> missing.add("conf/profiling/README.md: " + group));
            stage.presets()
                    .filter(group -> !Files.isDirectory(Path.of("../conf", group)))
                    .ifPresent(group -> missing.add("conf/" + group));
        }

        assertEquals(List.of(), missing);
    }

    @Test
    void theHelpOfRunNamesTheStageItsPresetsAndTheLauncher() {
        String help = said(List.of("run", "--help")).replaceAll("\\s+", " ");

        assertTrue(
                help.contains("torch_profiler, nsys, ncu, conditions, toy. Each is switched by"),
                help);
        assertTrue(help.contains("profiling/ncu@pipeline.ncu, profiling/toy@pipeline.toy."), help);
        assertTrue(
                help.contains("hydra/launcher: basic, local, slurm, submitit_slurm, toy."), help);
    }

    @Test
    void theHelpOfAnalyzeAndItsComplaintNameTheFormat() throws IOException {
        String help = said(List.of("analyze", "--help")).replaceAll("\\s+", " ");
        Path nothing = Files.writeString(directory.resolve("nothing.txt"), "nothing");
        String complaint = said(List.of("analyze", nothing.toString()));

        assertTrue(help.contains("a CSV of nsys or ncu, or a toy trace (.toy)."), help);
        assertTrue(complaint.contains("a CSV of nsys or ncu, or a toy trace (.toy)"), complaint);
    }

    @Test
    void theDoctorLooksForItsTool() {
        String found = said(List.of("doctor"));

        assertTrue(found.contains("  toytool       missing  not found\n"), found);
        assertTrue(found.contains("install toytool"), found);
    }

    @Test
    void theDryRunShowsItsCommandOrWhyItIsOff() {
        var words = new ArrayList<>(List.of("run", "--dry-run"));
        words.addAll(TOY_ALONE);
        words.addAll(List.of("--", "true"));
        String on = said(words);
        String off =
                said(words.stream().map(w -> w.replace("toy.enable=true", "toy.enable=false")));

        assertTrue(on.contains("toytool --play toy_kernel"), on);
        assertTrue(off.contains("# toy: off: pipeline.toy.enable=true (found 1.2)"), off);
    }

    @Test
    void anOldEntryTurnsItOff() {
        String warning =
                said(List.of("direct-inference-runner", "--dry-run", "+pipeline.toy.name=t"));

        assertTrue(
                warning.contains(
                        "pipeline.ncu.enable=false pipeline.conditions.enable=false pipeline.toy.enable=false"),
                warning);
    }

    @Test
    void aRunWritesItDownReadsItsCaptureAndReportsIt() throws IOException {
        Path run = directory.resolve("run");
        var words = new ArrayList<>(List.of("run", "hydra.run.dir=" + run));
        words.addAll(TOY_ALONE);
        words.addAll(List.of("--", "true"));
        String printed = said(words);

        assertEquals(
                "toy.trace",
                ManifestFile.read(run).stage("toy").orElseThrow().artifacts().getFirst().kind(),
                printed);
        assertTrue(text(run, "env.json").contains("\"toytool\" : \"1.2\""));
        assertTrue(text(run, "report.md").contains("toy/play.toy was played with"));
        assertTrue(text(run, "kernels.md").contains("toy_kernel"));
    }

    @Test
    void aSweepRunsByTheCommandLinesItsLauncherGets() throws IOException {
        Path tree = Files.createDirectories(directory.resolve("conf/hydra/launcher"));
        Files.writeString(tree.resolve("toy.yaml"), "_target_: toy.launcher\n");
        var words = new ArrayList<>(List.of("run", "-m", "hydra.sweep.dir=" + directory));
        words.add("--config-dir=" + directory.resolve("conf"));
        words.addAll(TOY_ALONE);
        words.add("hydra/launcher=toy");
        words.add("infer.max_new_tokens=4,5");
        words.addAll(List.of("--", "true"));
        String printed = said(words);

        assertTrue(printed.contains("toys: 2\n"), printed);
        for (String number : List.of("0", "1")) {
            assertEquals(
                    "done", ManifestFile.read(directory.resolve(number)).outcome().word(), printed);
        }
    }

    private static <T> List<T> with(List<T> shipped, T toy) {
        return Stream.concat(shipped.stream(), Stream.of(toy)).toList();
    }

    private String said(Stream<String> words) {
        return said(words.toList());
    }

    private String said(List<String> words) {
        out.reset();
        main(words);
        return out.toString(StandardCharsets.UTF_8);
    }

    private int main(List<String> words) {
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Main.run(words, lists, stream, stream);
    }

    private static String text(Path run, String file) throws IOException {
        return Files.readString(run.resolve(file));
    }
}
