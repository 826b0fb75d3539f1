package dev.llmprof.study.rank;

import dev.llmprof.analysis.capture.JoinEvidence;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.rank.RankRecord;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.Inputs;
import dev.llmprof.study.capture.ReadProgress;
import dev.llmprof.study.capture.ReadingCores;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// Reduces a share of the captures of many ranks to a part: a pure function of those files. They
/// are read on all cores, and the part has them in the order of their names.
public final class RankReduce {
    private final List<Input> inputs;
    private final ReadProgress.Watch watch;

    private RankReduce(List<Input> inputs, ReadProgress.Watch watch) {
        this.inputs = inputs;
        this.watch = watch;
    }

    /// What came of one file.
    private record Reduced(List<RankRecord> ranks, List<Problem> problems) {}

    /// How many captures the share has and how many of them are of ranks; what could not be read.
    public record Done(int captures, int ranks, List<Problem> problems) {
        public Done {
            problems = List.copyOf(problems);
        }
    }

    public static Done of(
            List<Path> captures,
            List<CaptureFormat> formats,
            RankShare share,
            Path part,
            ReadProgress.Watch watch)
            throws IOException {
        List<Input> all = Inputs.of(captures, formats);
        return new RankReduce(share.among(all), watch).into(part, share, told(all));
    }

    /// By names and sizes, since shares may be reduced wherever the files are seen.
    private static long told(List<Input> all) {
        var sum = new CRC32();
        for (Input each : all) {
            String words = each.path().getFileName() + "\n" + each.bytes() + "\n";
            sum.update(words.getBytes(StandardCharsets.UTF_8));
        }
        return sum.getValue();
    }

    /// Written beside and put into place when it is whole.
    private Done into(Path part, RankShare share, long captures) throws IOException {
        Path target = part.toAbsolutePath().normalize();
        if (Files.exists(target) && !RankPartReader.isPart(target) && !isEmpty(target)) {
            throw new Problem(
                            "the directory holds other files",
                            part.toString(),
                            "choose another --output")
                    .found();
        }
        Files.createDirectories(target.getParent());
        Path beside = Files.createTempDirectory(target.getParent(), ".unfinished");
        try {
            Done done;
            try (var writer = new RankPartWriter(beside, share, captures)) {
                done = written(writer);
            }
            RunPaths.remove(target);
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
            return done;
        } finally {
            RunPaths.remove(beside);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private Done written(RankPartWriter writer) throws IOException {
        List<Problem> problems = new ArrayList<>();
        int ranks = 0;
        try (var cores = new ReadingCores()) {
            Deque<Future<Reduced>> ahead = new ArrayDeque<>();
            int next = 0;
            for (Input input : inputs) {
                while (next < inputs.size() && ahead.size() < ReadingCores.count()) {
                    Input following = inputs.get(next++);
                    ahead.add(cores.begin(() -> reduced(following)));
                }
                ReadProgress progress = watch.reading(input.path().toString(), input.bytes());
                Reduced reduced = ReadingCores.taken(ahead.remove());
                progress.accept(input.bytes());
                progress.done();
                for (RankRecord rank : reduced.ranks()) {
                    writer.add(rank);
                    ranks++;
                }
                for (Problem problem : reduced.problems()) {
                    writer.problem(problem);
                    problems.add(problem);
                }
            }
        }
        return new Done(inputs.size(), ranks, problems);
    }

    private static Reduced reduced(Input input) throws IOException {
        List<RankRecord> ranks = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        var taker = new RankTaker(ranks, problems);
        try {
            input.format().read(ReadingCores.unseen(input), taker);
        } catch (Problem.Found found) {
            problems.addAll(found.problems());
        }
        return new Reduced(ranks, problems);
    }

    private record RankTaker(List<RankRecord> ranks, List<Problem> problems)
            implements CaptureTaker {
        @Override
        public void trace(Trace trace) {
            Trace known = RankList.on(trace, problems::add);
            JoinEvidence.rank(NestedTrace.of(known)).ifPresent(ranks::add);
        }

        @Override
        public void problem(Problem problem) {
            problems.add(problem);
        }

        @Override
        public void profile(String source, NcuProfile profile) {}

        @Override
        public void summary(String source, NsysKernelSummary summary) {}
    }
}
