package dev.llmprof.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/// Whose a folder is. What another user could have written is not ours to trust.
final class Owner {
    private static final int OTHERS = 077;
    private static final int OTHERS_WRITE = 022;
    private static final Set<PosixFilePermission> ALONE =
            PosixFilePermissions.fromString("rwx------");

    private Owner() {}

    /// A folder, no link, that is ours and that nobody else can look into.
    static boolean alone(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && ours(folder)
                && (mode(folder) & OTHERS) == 0;
    }

    /// Makes the folder if it must; one of ours that others may write is closed to them. What they
    /// left in it fails [#alone].
    static void claim(Path folder) throws IOException {
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(ALONE));
        if (!ours(folder)) {
            throw new IOException(folder + " belongs to " + Files.getOwner(folder));
        }
        if ((mode(folder) & OTHERS_WRITE) != 0) {
            Files.setPosixFilePermissions(folder, ALONE);
        }
    }

    static FileAttribute<Set<PosixFilePermission>> onlyOurs() {
        return PosixFilePermissions.asFileAttribute(ALONE);
    }

    static void open(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, ALONE);
    }

    static boolean ours(Path folder) throws IOException {
        return Files.getAttribute(folder, "unix:uid")
                .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    private static int mode(Path folder) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(folder, "unix:mode");
        return (Integer) attributes.getOrDefault("mode", OTHERS);
    }
}
