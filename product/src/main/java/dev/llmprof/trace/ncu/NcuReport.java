package dev.llmprof.trace.ncu;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Broken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads `.ncu-rep` of ncu 2022 to 2025, without ncu. What is whole in a damaged file is kept, the
/// rest reported.
///
/// The file is `NVR\0`, a header, then blocks: a header of its own and a payload of sources,
/// results and ranges.
public final class NcuReport {
    private final NcuBytes bytes;
    private final Path file;
    private final NcuStrings strings = new NcuStrings();
    private final NcuSessionReader session = new NcuSessionReader();
    private final List<NcuLaunch> launches = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    private NcuReport(NcuBytes bytes, Path file) {
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
        try (NcuBytes bytes = new NcuBytes(file)) {
            return new NcuReport(bytes, file).read();
        }
    }

    private NcuProfile read() throws IOException {
        if (bytes.size() < 8 || !isReport(bytes.part(0, 4))) {
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
        if (launches.isEmpty() && !problems.isEmpty()) {
            throw new Problem.Found(problems);
        }
        return new NcuProfile(session.session(), launches, problems);
    }

    private void blocks() throws IOException {
        long at = 8 + bytes.length(4);
        if (at > bytes.size()) {
            throw new Broken("a header past the end of the file");
        }
        while (at < bytes.size()) {
            long headerSize = bytes.length(at);
            NcuBlock block = NcuBlock.of(new Wire(bytes.part(at + 4, headerSize)));
            at += 4 + headerSize;
            strings.add(block.strings());
            session.merge(block.session());
            payload(block, at);
            at += block.payloadSize();
        }
    }

    /// Sources, the SASS bytes, are passed over.
    private void payload(NcuBlock block, long from) throws IOException {
        long end = Math.min(from + block.payloadSize(), bytes.size());
        long at = from;
        long items = (long) block.sources() + block.results() + block.ranges();
        for (long item = 0; item < items; item++) {
            long size = bytes.length(at);
            long start = at + 4;
            at = start + size;
            if (at > end) {
                throw new Broken("an item of " + size + " bytes past its block's end");
            }
            if (item >= block.sources()) {
                var fields =
                        item < (long) block.sources() + block.results()
                                ? NcuResultReader.Fields.KERNEL
                                : NcuResultReader.Fields.RANGE;
                result(new Wire(bytes.part(start, size)), block, fields);
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

    private void broken(String what) {
        problems.add(
                new Problem(
                        "the report is damaged; "
                                + launches.size()
                                + " launches before that were read ("
                                + what
                                + ")",
                        file.toString(),
                        "copy the file again, or profile again: ncu that is killed leaves half a"
                                + " report"));
    }
}
