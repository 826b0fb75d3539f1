package dev.llmprof.study.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.PluginLists;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.ReadingsListener;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideReaderTest {
    private static final Recording LLAMA = Programs.eagerLlama(Dialect.CUDA);

    @TempDir private Path folder;

    @Test
    void aCaptureIsOneRun() throws IOException {
        Path trace = LLAMA.writtenTo(folder.resolve("trace.json"));
        ComparedSide side = read(trace.toString());
        assertEquals(List.of(trace), side.runs().getFirst().captures());
        assertEquals(
                List.of(
                        "prefill.step_time 1",
                        "decode.step_time 1",
                        "iteration.step_time 1",
                        "end_to_end_time 1",
                        "gpu_busy_time 1"),
                names(side));
    }

    @Test
    void busyTimeIsWhatTheProgramDid() throws IOException {
        ComparedSide side = read(LLAMA.writtenTo(folder.resolve("trace.json")).toString());
        MetricRuns busy = side.metrics().getLast();
        assertEquals((double) LLAMA.gpuNanos(), busy.runs().getFirst().value());
    }

    @Test
    void capturesWithCommasBetweenAreARunEach() throws IOException {
        Path one = LLAMA.writtenTo(folder.resolve("1.json"));
        Path two = LLAMA.writtenTo(folder.resolve("2.json"));
        assertEquals(2, read(one + "," + two).runs().size());
    }

    @Test
    void aTraceThatIsNotTheOneOfTheRunIsSaid() throws IOException {
        Path run = folder.resolve("run");
        RunDirectories.write(run, LLAMA, Manifest.Verdict.DONE, "run");
        assertEquals(List.of(), read(run.toString()).remarks());
        Path trace = run.resolve("torch_profiler/trace.json");
        Files.writeString(trace, Files.readString(trace) + "\n");

        assertEquals(
                "changed since the run wrote it: " + trace,
                read(run.toString()).remarks().getFirst());
    }

    @Test
    void theRanksInAFolderAreOneRun() throws IOException {
        LLAMA.writtenTo(folder.resolve("trace_rank0.json"));
        LLAMA.writtenTo(folder.resolve("trace_rank1.json"));
        assertEquals(2, read(folder.toString()).runs().getFirst().captures().size());
    }

    @Test
    void theRanksOfTwoRunsInAFolderCannotBeToldApart() throws IOException {
        for (String name : List.of("a_rank0", "a_rank1", "b_rank0", "b_rank1")) {
            LLAMA.writtenTo(folder.resolve(name + ".json"));
        }
        var found = assertThrows(Problem.Found.class, () -> read(folder.toString()));
        assertEquals(
                "the ranks of several runs lie in one folder", found.problems().getFirst().what());
    }

    @Test
    void theRunsOfADirectoryCountAndItsWarmUpDoesNot() throws IOException {
        for (String name : List.of("warmup", "1", "2", "10")) {
            run(name, Manifest.Verdict.DONE, "run", "hydra.run.dir=" + name);
        }
        ComparedSide side = read(folder.toString());
        assertEquals(
                List.of("1", "2", "10"),
                side.runs().stream()
                        .map(run -> run.directory().orElseThrow().getFileName().toString())
                        .toList());
        assertEquals(Optional.of(RunDirectories.START), side.runs().getFirst().started());
        assertEquals(3, side.metrics().getFirst().runs().size());
    }

    @Test
    void aRunThatFailedDoesNotCount() throws IOException {
        run("1", Manifest.Verdict.DONE, "run");
        run("2", Manifest.Verdict.FAILED, "run");
        assertEquals(1, read(folder.toString()).runs().size());
    }

    @Test
    void jobsThatWereAskedForDifferentThingsAreNoSide() throws IOException {
        run("0", Manifest.Verdict.DONE, "run", "infer.max_new_tokens=64");
        run("1", Manifest.Verdict.DONE, "run", "infer.max_new_tokens=256");
        var found = assertThrows(Problem.Found.class, () -> read(folder.toString()));
        assertEquals(
                "these runs were asked for different things", found.problems().getFirst().what());
    }

    @Test
    void anEmptyFileMayHaveBeenMeantAsValues() throws IOException {
        Path empty = Files.createFile(folder.resolve("values.csv"));
        var found = assertThrows(Problem.Found.class, () -> read(empty.toString()));
        assertTrue(found.problems().getFirst().fix().contains("metric,unit,better,run,value"));
    }

    @Test
    void aRunDirectoryIsOneRun() throws IOException {
        run("only", Manifest.Verdict.DONE, "run");
        assertEquals(1, read(folder.resolve("only").toString()).runs().size());
    }

    private ComparedSide read(String word) throws IOException {
        return new SideReader(
                        PluginLists.SHIPPED.study(),
                        new ReadingsListener(),
                        new BaselineStore(folder.resolve("kept")))
                .read(word);
    }

    private static List<String> names(ComparedSide side) {
        return side.metrics().stream()
                .map(each -> each.kind().name() + " " + each.runs().size())
                .toList();
    }

    private void run(String name, Manifest.Verdict outcome, String... command) throws IOException {
        RunDirectories.write(folder.resolve(name), LLAMA, outcome, command);
    }
}
