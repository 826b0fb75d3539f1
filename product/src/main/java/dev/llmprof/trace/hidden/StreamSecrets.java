package dev.llmprof.trace.hidden;

import dev.llmprof.trace.Broken;
import dev.llmprof.trace.hidden.StreamIndex.Part;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Makes a raw stream without the secrets that nsys found in the environments and words of
/// processes. What is packed is unpacked, struck and packed anew: a byte changed in a packed block
/// changes lengths, and nsys's importer then never ends.
public final class StreamSecrets {
    /// Bytes of libraries and of the kernel, and most of the file.
    private static final Set<String> SYMBOLS =
            Set.of("Symbol Files", "Kernel Symbols", "Elf File Info");

    private static final int LARGEST_PLAIN = 1 << 28;

    private StreamSecrets() {}

    /// Whether there were any, and `clean` is the stream without them. One of another shape than is
    /// known is left alone.
    public static boolean strike(Path stream, Path clean) throws IOException {
        boolean struck = false;
        try (FileChannel channel = FileChannel.open(stream)) {
            struck = copy(channel, StreamIndex.of(channel), clean);
            return struck;
        } catch (Broken unknown) {
            return false;
        } finally {
            if (!struck) {
                Files.deleteIfExists(clean);
            }
        }
    }

    private static boolean copy(FileChannel channel, StreamIndex index, Path clean)
            throws IOException {
        boolean struck = false;
        List<Part> moved = new ArrayList<>();
        try (FileChannel to =
                FileChannel.open(
                        clean,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            transfer(channel, 0, index.parts().getFirst().from(), to);
            for (Part part : index.parts()) {
                long from = to.position();
                struck |= copy(channel, part, to);
                moved.add(new Part(part.name(), from, to.position() - from));
            }
            Channels.newOutputStream(to).write(new StreamIndex(moved).tail());
        }
        return struck;
    }

    private static boolean copy(FileChannel channel, Part part, FileChannel to) throws IOException {
        if (SYMBOLS.contains(part.name())) {
            transfer(channel, part.from(), part.length(), to);
            return false;
        }
        if (PackedBlocks.isPacked(channel, part)) {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(to), 1 << 16);
            boolean struck = PackedBlocks.copy(channel, part, out);
            out.flush();
            return struck;
        }
        if (part.length() > LARGEST_PLAIN) {
            throw new Broken("a part of " + part.length() + " bytes");
        }
        byte[] messages = StreamIndex.bytes(channel, part.from(), (int) part.length()).array();
        boolean struck = MessageSecrets.strike(messages);
        Channels.newOutputStream(to).write(messages);
        return struck;
    }

    private static void transfer(FileChannel channel, long from, long length, FileChannel to)
            throws IOException {
        for (long done = 0; done < length; ) {
            long part = channel.transferTo(from + done, length - done, to);
            if (part <= 0) {
                throw new Broken("the end at byte " + (from + done));
            }
            done += part;
        }
    }
}
