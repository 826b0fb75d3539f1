package dev.llmprof.engine.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrientationTest {
    /// Two rows of three pixels, numbered 1 to 6.
    private static final Rgb PICTURE =
            new Rgb(3, 2, new byte[] {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6});

    @ParameterizedTest
    @CsvSource({
        "1, 3, 123456",
        "2, 3, 321654",
        "3, 3, 654321",
        "4, 3, 456123",
        "5, 2, 142536",
        "6, 2, 415263",
        "7, 2, 635241",
        "8, 2, 362514"
    })
    void turnsThePictureUpright(int number, int width, String pixels) {
        Rgb upright = new Orientation(number).upright(PICTURE);
        var seen = new StringBuilder();
        for (int i = 0; i < upright.bytes().length; i += 3) {
            seen.append(upright.bytes()[i]);
        }
        assertEquals(width, upright.width());
        assertEquals(pixels, seen.toString());
    }

    @Test
    void readsTheNumberFromAJpegsHeader() {
        byte[] jpeg = {
            (byte) 0xff,
            (byte) 0xd8,
            (byte) 0xff,
            (byte) 0xe1,
            0,
            34,
            'E',
            'x',
            'i',
            'f',
            0,
            0,
            'M',
            'M',
            0,
            42,
            0,
            0,
            0,
            8,
            0,
            1,
            1,
            0x12,
            0,
            3,
            0,
            0,
            0,
            1,
            0,
            6,
            0,
            0,
            0,
            0,
            0,
            0
        };
        assertEquals(new Orientation(6), Orientation.of(jpeg));
    }

    @Test
    void takesACutHeaderForUpright() {
        byte[] cut = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe1, 0, 34, 'E', 'x'};
        assertEquals(new Orientation(1), Orientation.of(cut));
        assertArrayEquals(PICTURE.bytes(), new Orientation(1).upright(PICTURE).bytes());
    }
}
