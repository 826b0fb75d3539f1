package dev.llmprof.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;

/// The list of an entry's files, written last: what is not as listed is not used.
///
/// CRC-32 and not SHA-256: the list guards against damage. Who may write the files may write the
/// list, so a stronger sum keeps nobody out; and it is native code, where SHA-256 takes a JVM that
/// has just started a second for every 75 MB.
final class Contents {
    static final String FILE = "contents.crc32";
    private static final int BLOCK = 1 << 20;

    private Contents() {}

    /// Whether links are content, or what a loader makes anew each time to point where it found
    /// something on this machine.
    enum Links {
        LISTED,
        LEFT_OUT
    }

    static void write(Path folder, Key key, Links links) throws IOException {
        Files.write(folder.resolve(FILE), lines(folder, key, links));
    }

    /// Ours alone, made for this key, and every file as it was made. Whatever keeps us from looking
    /// is a reason not to use it.
    static boolean whole(Path folder, Key key, Links links) {
        try {
            return Owner.alone(folder)
                    && Files.isRegularFile(folder.resolve(FILE), LinkOption.NOFOLLOW_LINKS)
                    && Files.readAllLines(folder.resolve(FILE)).equals(lines(folder, key, links));
        } catch (IOException _) {
            return false;
        }
    }

    private static List<String> lines(Path folder, Key key, Links links) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (links == Links.LISTED || !attributes.isSymbolicLink()) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        files.remove(folder.resolve(FILE));
        files.sort(null);
        List<String> lines = new ArrayList<>();
        lines.add("key " + key.hex());
        for (Path file : files) {
            lines.add(line(file) + " " + folder.relativize(file));
        }
        return lines;
    }

    private static String line(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            return "-> " + Files.readSymbolicLink(file);
        }
        return String.format(Locale.ROOT, "%08x %d", crc32(file), Files.size(file));
    }

    private static long crc32(Path file) throws IOException {
        CRC32 crc = new CRC32();
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer block = ByteBuffer.allocateDirect(Math.clamp(channel.size(), 1, BLOCK));
            while (channel.read(block) >= 0) {
                crc.update(block.flip());
                block.clear();
            }
        }
        return crc.getValue();
    }
}
