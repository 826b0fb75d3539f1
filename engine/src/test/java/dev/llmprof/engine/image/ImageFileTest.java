package dev.llmprof.engine.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.engine.vision.Views;
import dev.llmprof.engine.vision.Vision;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageFileTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "5, 200 100 50", // TYPE_3BYTE_BGR
        "6, 200 100 50", // TYPE_4BYTE_ABGR: alpha is dropped, not blended
        "10, 117 117 117", // TYPE_BYTE_GRAY
        "11, 117 117 117" // TYPE_USHORT_GRAY
    })
    void readsEveryKindOfPixel(int type, String expected) throws IOException {
        var image = new BufferedImage(2, 3, type);
        boolean grey = image.getRaster().getNumBands() == 1;
        int bits = image.getSampleModel().getSampleSize(0);
        int[] pixel = grey ? new int[] {117 << (bits - 8)} : new int[] {200, 100, 50, 8};
        for (int y = 0; y < 3; y++) {
            for (int x = 0; x < 2; x++) {
                image.getRaster().setPixel(x, y, pixel);
            }
        }
        Path file = folder.resolve("picture.png");
        assertTrue(ImageIO.write(image, "png", file.toFile()));

        Rgb read = ImageFile.read(file);

        assertEquals("2 x 3", read.width() + " x " + read.height());
        byte[] bytes = read.bytes();
        assertEquals(
                expected, (bytes[15] & 0xff) + " " + (bytes[16] & 0xff) + " " + (bytes[17] & 0xff));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3000, 7", "7, 3000"})
    void tinyAndNarrowPicturesBecomeViews(int width, int height) throws IOException {
        Path file = folder.resolve("picture.png");
        ImageIO.write(
                new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", file.toFile());

        Views views = Views.of(ImageFile.read(file), new Preprocess(256, 160, true, 9));

        assertTrue(Vision.places(views) > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty", "text", "cut", "garbled"})
    void whatIsNoPictureIsAProblem(String how) throws IOException {
        var whole = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(90, 90, BufferedImage.TYPE_INT_RGB), "png", whole);
        byte[] bytes = whole.toByteArray();
        byte[] content =
                switch (how) {
                    case "empty" -> new byte[0];
                    case "text" -> "no picture".getBytes(StandardCharsets.UTF_8);
                    case "cut" -> Arrays.copyOf(bytes, bytes.length / 2);
                    default -> garbled(bytes);
                };
        Path file = Files.write(folder.resolve("picture.png"), content);

        var found = assertThrows(Problem.Found.class, () -> ImageFile.read(file));

        assertTrue(
                found.problems()
                        .getFirst()
                        .what()
                        .startsWith("cannot read the picture picture.png: "),
                found::toString);
    }

    private static byte[] garbled(byte[] bytes) {
        byte[] copy = bytes.clone();
        Arrays.fill(copy, 45, copy.length - 20, (byte) 0x5a);
        return copy;
    }

    @Test
    void aBombIsRefusedByItsHeader() throws IOException {
        var content = new ByteArrayOutputStream();
        content.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
        var header = new ByteArrayOutputStream();
        var fields = new DataOutputStream(header);
        fields.writeBytes("IHDR");
        fields.writeInt(100_000);
        fields.writeInt(100_000);
        fields.write(new byte[] {8, 2, 0, 0, 0});
        var crc = new CRC32();
        crc.update(header.toByteArray());
        var out = new DataOutputStream(content);
        out.writeInt(13);
        out.write(header.toByteArray());
        out.writeInt((int) crc.getValue());
        Path file = Files.write(folder.resolve("bomb.png"), content.toByteArray());

        var found = assertThrows(Problem.Found.class, () -> ImageFile.read(file));

        assertTrue(
                found.problems().getFirst().what().contains("100000 × 100000 pixels"),
                found::toString);
    }
}
