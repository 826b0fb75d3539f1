package dev.llmprof.pipeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// Files as the manifest speaks of them.
public final class RunPaths {

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
                    sha256(artifact.path()));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + artifact.path(), e);
        }
    }

    /// Whether the files that were written down are there as they were.
    static boolean areThere(Path runDirectory, List<Manifest.ArtifactEntry> artifacts) {
        return artifacts.stream().allMatch(artifact -> isThere(runDirectory, artifact));
    }

    private static boolean isThere(Path runDirectory, Manifest.ArtifactEntry artifact) {
        Path file = runDirectory.resolve(artifact.path());
        try {
            return Files.isRegularFile(file) && Files.size(file) == artifact.bytes();
        } catch (IOException e) {
            return false;
        }
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
