package dev.llmprof.pipeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/// Files as the manifest speaks of them.
public final class RunPaths {
    /// Beside the captures of a distributed program: which rank each is of.
    public static final String RANKS = "ranks.json";

    private static final long LARGEST_BYTES = 8L << 30;

    private RunPaths() {}

    /// A path below the run directory, so that a run can be moved; one outside stays absolute.
    static String below(Path runDirectory, Path file) {
        Path root = runDirectory.toAbsolutePath().normalize();
        Path path = file.toAbsolutePath().normalize();
        return path.startsWith(root) ? root.relativize(path).toString() : path.toString();
    }

    public static Manifest.ArtifactEntry entry(Path runDirectory, Artifact artifact) {
        try {
            return new Manifest.ArtifactEntry(
                    below(runDirectory, artifact.path()),
                    artifact.kind(),
                    Files.size(artifact.path()),
                    sum(artifact.path()));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + artifact.path(), e);
        }
    }

    /// Which files of a stage are not there as they were written down.
    public static List<String> changed(Path runDirectory, Manifest.StageEntry stage) {
        return stage.artifacts().stream()
                .filter(artifact -> !isThere(runDirectory, artifact))
                .map(Manifest.ArtifactEntry::path)
                .toList();
    }

    private static boolean isThere(Path runDirectory, Manifest.ArtifactEntry artifact) {
        Path file = runDirectory.resolve(artifact.path());
        try {
            return Files.isRegularFile(file)
                    && Files.size(file) == artifact.bytes()
                    && (artifact.sha256().isEmpty() || sha256(file).equals(artifact.sha256()));
        } catch (IOException e) {
            return false;
        }
    }

    /// A file, or a folder with all that is in it. Links go themselves, never what they lead to.
    public static void remove(Path path) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (var paths = Files.walk(path)) {
            for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("removing " + path, e);
        }
    }

    /// Of a file that would take minutes to read its size must do.
    private static String sum(Path file) throws IOException {
        return Files.size(file) > LARGEST_BYTES ? "" : sha256(file);
    }

    public static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int n; (n = in.read(buffer)) > 0; ) {
                digest.update(buffer, 0, n);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
