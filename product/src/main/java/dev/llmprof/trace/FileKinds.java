package dev.llmprof.trace;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipInputStream;

/// Tells the kinds of files apart by their first bytes; a name counts only where the content says
/// nothing.
public final class FileKinds {
    private static final Pattern NCU_ID = Pattern.compile("^\"?ID\"?,", Pattern.MULTILINE);
    private static final Pattern NSYS_TABLE =
            Pattern.compile(
                    "Time ?\\(%\\),Total Time|NVTX Range,|Projected Start \\(|Total"
                            + " \\(MB\\),Count|API Start \\(|QCount,");
    private static final int HEAD_BYTES = 1 << 16;
    private static final byte[] SQLITE = ascii("SQLite format 3");
    private static final byte[] NSYS = ascii("NVIDIA Tegra Profiler Report");
    private static final byte[] NCU = {'N', 'V', 'R', 0};
    private static final byte[] ZIP = {'P', 'K', 3, 4};

    private FileKinds() {}

    static FileKind of(byte[] head, Path file) {
        FileKind kind = of(head);
        String name = file.getFileName() + "";
        return kind == FileKind.UNKNOWN && ForeignFile.of(head, name).isEmpty()
                ? byName(name)
                : kind;
    }

    /// The kind of a file that begins like this.
    public static FileKind of(byte[] head) {
        if (starts(head, SQLITE)) {
            return FileKind.NSYS_SQLITE;
        }
        if (starts(head, NSYS)) {
            return FileKind.NSYS_REPORT;
        }
        if (starts(head, NCU)) {
            return FileKind.NCU_REPORT;
        }
        if (isZip(head)) {
            return zip(head);
        }
        return plain(unpacked(head));
    }

    private static FileKind plain(byte[] head) {
        String text = text(head);
        return text.startsWith("{") || text.startsWith("[") ? json(text) : csv(text);
    }

    /// That of the first file within that has one, as far as the head goes.
    private static FileKind zip(byte[] head) {
        FileKind kind = FileKind.UNKNOWN;
        try (var entries = new ZipInputStream(new ByteArrayInputStream(head))) {
            while (kind == FileKind.UNKNOWN && entries.getNextEntry() != null) {
                kind = plain(unpacked(upToHead(entries)));
            }
        } catch (IOException | IllegalArgumentException cutOff) {
            return kind;
        }
        return kind;
    }

    /// Why a file is of no kind.
    public enum Reason {
        EMPTY,
        DAMAGED,
        PACKED_OTHER,
        OTHER_NSYS_TABLE,
        NO_CAPTURE
    }

    public static Reason reason(Path file) throws IOException {
        byte[] head = head(file);
        if (head.length == 0) {
            return Reason.EMPTY;
        }
        Packing packing = Packing.of(head);
        if (packing != Packing.NONE) {
            return unpacked(head).length == 0 ? Reason.DAMAGED : Reason.PACKED_OTHER;
        }
        return text(head).lines().anyMatch(line -> NSYS_TABLE.matcher(line).find())
                ? Reason.OTHER_NSYS_TABLE
                : Reason.NO_CAPTURE;
    }

    /// What a file is that is of no kind here and yet known by sight.
    public static Optional<ForeignFile> foreign(Path file) throws IOException {
        return ForeignFile.of(unpacked(head(file)), file.getFileName() + "");
    }

    public static boolean isZip(Path file) throws IOException {
        return isZip(head(file));
    }

    public static boolean isZip(byte[] head) {
        return starts(head, ZIP);
    }

    public static boolean looksLikeJson(byte[] head) {
        String text = text(head);
        return text.startsWith("{") || text.startsWith("[");
    }

    private static FileKind json(String text) {
        boolean events = text.contains("\"traceEvents\"") || text.contains("\"ph\"");
        boolean header =
                text.contains("\"schemaVersion\"") && text.contains("\"deviceProperties\"");
        return events || header ? FileKind.TORCH_TRACE : FileKind.UNKNOWN;
    }

    private static FileKind csv(String text) {
        if (text.contains("Kernel Name") && NCU_ID.matcher(text).find()) {
            return FileKind.NCU_CSV;
        }
        boolean summary = text.lines().anyMatch(FileKinds::isKernelSummary);
        boolean events = text.lines().anyMatch(FileKinds::isEventTable);
        return summary || events ? FileKind.NSYS_CSV : FileKind.UNKNOWN;
    }

    /// nsys sums calls, ranges and copies in tables of nearly the same shape; those are not of
    /// kernels.
    private static boolean isKernelSummary(String line) {
        return (line.contains("Time (%)") || line.contains("Time(%)"))
                && line.contains("Name")
                && !line.contains("Num Calls");
    }

    private static boolean isEventTable(String line) {
        return line.contains("Start (")
                && line.contains("Duration (")
                && !line.contains("Projected Start (");
    }

    private static FileKind byName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean report =
                lower.endsWith(".nsys-rep")
                        || lower.endsWith(".qdrep")
                        || lower.endsWith(".qdstrm");
        return report ? FileKind.NSYS_REPORT : FileKind.UNKNOWN;
    }

    /// The head of what is inside as far as this head holds it, or the head itself.
    private static byte[] unpacked(byte[] head) {
        Packing packing = Packing.of(head);
        if (packing == Packing.NONE) {
            return head;
        }
        try (InputStream in = packing.open(new ByteArrayInputStream(head))) {
            return upToHead(in);
        } catch (IOException damaged) {
            return new byte[0];
        }
    }

    /// What can be read before the end or before something breaks.
    private static byte[] upToHead(InputStream in) {
        byte[] plain = new byte[HEAD_BYTES];
        int size = 0;
        try {
            for (int read = 0; read >= 0 && size < plain.length; size += Math.max(0, read)) {
                read = in.read(plain, size, plain.length - size);
            }
        } catch (IOException | RuntimeException cutOff) {
            return Arrays.copyOf(plain, size);
        }
        return Arrays.copyOf(plain, size);
    }

    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return (text.startsWith("\uFEFF") ? text.substring(1) : text).stripLeading();
    }

    static byte[] head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEAD_BYTES);
        }
    }

    private static boolean starts(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length
                && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
