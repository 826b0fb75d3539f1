package dev.llmprof.trace;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads `.ncu-rep` of ncu 2022 to 2025, without ncu. What is whole in a damaged file is kept, the
/// rest reported.
///
/// The file is `NVR\0`, a header, then blocks: a header of its own and a payload of sources,
/// results and ranges.
public final class NcuReport {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAGIC = 'N' | 'V' << 8 | 'R' << 16;

    private final MemorySegment bytes;
    private final Path file;
    private final NcuStrings strings = new NcuStrings();
    private final NcuSessionReader session = new NcuSessionReader();
    private final List<NcuLaunch> launches = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    private NcuReport(MemorySegment bytes, Path file) {
        this.bytes = bytes;
        this.file = file;
    }

    public static boolean isReport(byte[] firstBytes) {
        return firstBytes.length >= 4
                && firstBytes[0] == 'N'
                && firstBytes[1] == 'V'
                && firstBytes[2] == 'R'
                && firstBytes[3] == 0;
    }

    public static NcuProfile read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        try (var channel = FileChannel.open(file);
                var arena = Arena.ofConfined()) {
            var mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return new NcuReport(mapped, file).read();
        }
    }

    private NcuProfile read() {
        if (bytes.byteSize() < 8 || bytes.get(INT, 0) != MAGIC) {
            throw new Problem(
                            "this is not an Nsight Compute report: it does not begin with NVR",
                            file.toString(),
                            "give the .ncu-rep that ncu -o wrote, or a CSV of ncu --import")
                    .found();
        }
        try {
            blocks();
        } catch (Broken broken) {
            broken(broken.what());
        }
        return new NcuProfile(session.session(), launches, problems);
    }

    private void blocks() {
        long at = 8 + size(4);
        while (at < bytes.byteSize()) {
            long headerSize = size(at);
            NcuBlock block = NcuBlock.of(new Wire(bytes, at + 4, at + 4 + headerSize));
            at += 4 + headerSize;
            strings.add(block.strings());
            session.merge(block.session());
            payload(block, at);
            at += block.payloadSize();
        }
    }

    private void payload(NcuBlock block, long from) {
        long end = Math.min(from + block.payloadSize(), bytes.byteSize());
        long at = from;
        long items = (long) block.sources() + block.results() + block.ranges();
        for (long item = 0; item < items; item++) {
            long size = size(at);
            var message = new Wire(bytes, at + 4, Math.min(at + 4 + size, Long.MAX_VALUE));
            at += 4 + size;
            if (at > end) {
                throw new Broken("an item of " + size + " bytes past its block's end");
            }
            if (item >= block.sources()) {
                var fields =
                        item < (long) block.sources() + block.results()
                                ? NcuResultReader.Fields.KERNEL
                                : NcuResultReader.Fields.RANGE;
                result(message, block, fields);
            }
        }
    }

    private void result(Wire message, NcuBlock block, NcuResultReader.Fields fields) {
        int id = launches.size();
        try {
            var process = block.process(session);
            launches.add(new NcuResultReader(strings, fields).launch(id, process, message));
        } catch (Broken broken) {
            broken("result " + id + ": " + broken.what());
        }
    }

    private long size(long at) {
        if (at < 0 || bytes.byteSize() - at < 4) {
            throw new Broken("the end of the file at byte " + bytes.byteSize());
        }
        return Integer.toUnsignedLong(bytes.get(INT, at));
    }

    private void broken(String what) {
        problems.add(
                new Problem(
                        "the report is damaged; "
                                + launches.size()
                                + " launches before that were read ("
                                + what
                                + ")",
                        file.toString(),
                        "copy the file again, or profile again: ncu that is killed leaves half a report"));
    }
}
