package dev.llmprof.pipeline;

import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Keeps the manifest on disk, and a little space beside it, so that how a stage ended can be
/// written down even when that stage has filled the disk.
public final class ManifestKeeper {
    private static final int RESERVE_BYTES = 256 << 10;

    private final Path runDirectory;
    private final Path reserve;

    private ManifestKeeper(Path runDirectory) {
        this.runDirectory = runDirectory;
        this.reserve = runDirectory.resolve(".reserve");
    }

    /// Puts the manifest on disk before anything else is: a run that is killed right afterwards is
    /// seen, and can go on. A directory that cannot be written to is the caller's to know.
    public static Manifest begin(Manifest begun, Path runDirectory) {
        new Attempts(runDirectory).sweep();
        ManifestFile.write(begun, runDirectory);
        return begun;
    }

    /// Writes down how the run went, after what is made of its stages: one that is done has its
    /// reports. The problem, where the disk has no space for it.
    public static Optional<Problem> conclude(Manifest ended, Path runDirectory, boolean reported) {
        Verdict verdict =
                ended.outcome() == Verdict.DONE && !reported ? Verdict.DEGRADED : ended.outcome();
        Manifest whole = ManifestFile.read(runDirectory);
        return new ManifestKeeper(runDirectory)
                .write(whole.ended(ended.ended().orElseThrow(), verdict));
    }

    static ManifestKeeper in(Path runDirectory) {
        var keeper = new ManifestKeeper(runDirectory);
        try {
            Files.write(keeper.reserve, new byte[RESERVE_BYTES]);
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + keeper.reserve, e);
        }
        return keeper;
    }

    /// The problem, where the disk has none of the usual space left.
    Optional<Problem> write(Manifest manifest) {
        try {
            ManifestFile.write(manifest, runDirectory);
            return Optional.empty();
        } catch (UncheckedIOException full) {
            giveUpReserve();
        }
        try {
            ManifestFile.write(manifest, runDirectory);
            return Optional.of(problem("the disk is full, or nearly so"));
        } catch (UncheckedIOException still) {
            return Optional.of(problem("the manifest cannot be written: " + RootMessage.of(still)));
        }
    }

    void giveUpReserve() {
        try {
            Files.deleteIfExists(reserve);
        } catch (IOException e) {
            // A disk that takes no change at all keeps it.
        }
    }

    private Problem problem(String what) {
        return new Problem(
                what,
                runDirectory.toString(),
                "free some space, then llmprof run --resume " + runDirectory);
    }
}
