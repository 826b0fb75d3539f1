package dev.llmprof.trace.kineto;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.FileKinds;
import dev.llmprof.trace.Packing;
import dev.llmprof.trace.Trace;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Reads the traces of a zip one after the other, those of several ranks as a rule. What is no
/// trace is left out and told.
final class KinetoZip {
    private static final int HEAD_BYTES = 64;
    private static final int BUFFER_BYTES = 1 << 16;

    private final String source;
    private final ZipTail packed;
    private final ZipInputStream entries;
    private final KinetoFiles.Taker taker;
    private final List<Problem> problems = new ArrayList<>();
    private int traces;

    KinetoZip(String source, InputStream packed, KinetoFiles.Taker taker) {
        this.source = source;
        this.packed = new ZipTail(packed);
        this.entries = new ZipInputStream(this.packed);
        this.taker = taker;
    }

    /// When there is no trace at all, the problems are thrown; else they are told.
    void read() throws IOException {
        for (var entry = next(); entry.isPresent(); entry = next()) {
            if (!entry.get().isDirectory()) {
                read(source + "!" + entry.get().getName());
            }
        }
        if (!packed.isWhole()) {
            String what = "the zip breaks off: what may have stood behind the files read is lost";
            problems.add(new Problem(what, source, "copy or export the file again"));
        }
        if (traces > 0) {
            problems.forEach(taker::problem);
        } else if (problems.isEmpty()) {
            throw KinetoFiles.unreadable(source, "the zip holds no file");
        } else {
            throw new Problem.Found(problems);
        }
    }

    private void read(String name) throws IOException {
        InputStream content = new BufferedInputStream(entries, BUFFER_BYTES);
        try {
            byte[] head = head(name, content);
            Packing packing = Packing.of(head);
            if (packing != Packing.NONE) {
                took(KinetoFiles.unpacked(name, KinetoFiles.content(name, packing, content)));
            } else if (FileKinds.looksLikeJson(head)) {
                took(KinetoFiles.unpacked(name, content));
            } else {
                String fix = "unpack it and name it by itself if it is a capture";
                problems.add(new Problem("skipped: this is not a PyTorch trace", name, fix));
            }
        } catch (Problem.Found found) {
            problems.addAll(found.problems());
        }
    }

    private void took(Trace trace) throws IOException {
        traces++;
        taker.trace(trace);
    }

    private static byte[] head(String name, InputStream content) {
        try {
            content.mark(HEAD_BYTES);
            byte[] head = content.readNBytes(HEAD_BYTES);
            content.reset();
            return head;
        } catch (IOException damaged) {
            throw KinetoFiles.unreadable(name, KinetoRemarks.damage(JsonBroken.said(damaged)));
        }
    }

    private Optional<ZipEntry> next() {
        try {
            return Optional.ofNullable(entries.getNextEntry());
        } catch (IOException | IllegalArgumentException damaged) {
            String what = "the zip is damaged: " + damaged.getMessage();
            problems.add(new Problem(what, source, "copy or export the file again"));
            return Optional.empty();
        }
    }
}
