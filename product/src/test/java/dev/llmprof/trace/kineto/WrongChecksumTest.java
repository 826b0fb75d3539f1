package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Reading;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/// A checksum stands behind the last byte of the content, where no event is looked for any more.
class WrongChecksumTest {
    private static final String ARRAY =
            "[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":2}]";
    private static final String MEANING =
            ": the checksum is wrong, so names and numbers may be too";

    /// Packs a text; the checksum stands so many bytes before the end.
    private record Packer(String name, int sumFromEnd, Pack pack) {}

    private interface Pack {
        OutputStream onto(OutputStream out) throws IOException;
    }

    // gzip: CRC-32 and length end it. zstd: four bytes of XXH64. xz: eight of CRC-64, then an index
    // of 8 bytes or 12 and a footer of 12. zip: CRC-32 and two lengths behind the content, then its
    // directory.
    private static final List<Packer> PACKERS =
            List.of(
                    new Packer("gzip", 8, GZIPOutputStream::new),
                    new Packer("zstd", 4, ZstdOutputStream::new),
                    new Packer("xz", 28, out -> new XZOutputStream(out, new LZMA2Options(0))),
                    new Packer("zip", 0, WrongChecksumTest::zip));

    @Test
    void isSaidHoweverTheTraceIsPackedAndWhateverFollowsIt() throws IOException {
        for (Packer packer : PACKERS) {
            for (String text : texts()) {
                byte[] whole = packed(packer, text);
                String at = packer.name() + ", " + text.strip();
                assertEquals(List.of(), read(whole).remarks(), at);

                whole[sum(packer, whole, text)] ^= 1;
                String said = said(whole).getFirst();
                assertEquals("the file is damaged: ", said.substring(0, 21), at);
                assertEquals(MEANING, said.substring(said.length() - MEANING.length()), at);
            }
        }
    }

    /// An object and an array, alone and before more blanks than are read at a time.
    private static List<String> texts() {
        String object = "{\"traceEvents\":" + ARRAY + "}";
        String blanks = " ".repeat(3 << 20);
        return List.of(ARRAY, object, ARRAY + blanks, object + blanks);
    }

    private static byte[] packed(Packer packer, String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (OutputStream out = packer.pack().onto(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static OutputStream zip(OutputStream out) throws IOException {
        var zip = new ZipOutputStream(out);
        zip.putNextEntry(new ZipEntry("trace.json"));
        return zip;
    }

    /// Where the checksum is; a zip's has a mark before it.
    private static int sum(Packer packer, byte[] packed, String text) {
        if (packer.sumFromEnd() > 0) {
            return packed.length - packer.sumFromEnd();
        }
        var sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return IntStream.range(0, packed.length - 4)
                .filter(at -> (packed[at] & 0xFF) == (sum.getValue() & 0xFF))
                .filter(at -> (packed[at + 1] & 0xFF) == (sum.getValue() >> 8 & 0xFF))
                .filter(at -> (packed[at + 2] & 0xFF) == (sum.getValue() >> 16 & 0xFF))
                .findFirst()
                .orElseThrow();
    }

    /// A library that looks at the sum before it gives a short text away leaves nothing to show.
    private static List<String> said(byte[] packed) throws IOException {
        try {
            Reading damaged = read(packed);
            assertFalse(damaged.whole());
            assertEquals(1, damaged.events());
            return damaged.remarks();
        } catch (Problem.Found found) {
            return found.problems().stream().map(Problem::what).toList();
        }
    }

    private static Reading read(byte[] packed) throws IOException {
        return KinetoTraces.read("t", new ByteArrayInputStream(packed), _ -> {}).reading();
    }
}
