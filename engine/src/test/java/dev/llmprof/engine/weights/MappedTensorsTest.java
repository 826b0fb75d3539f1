package dev.llmprof.engine.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappedTensorsTest {
    @TempDir private Path folder;

    @Test
    void givesShapeTypeAndBytesOfATensor() throws IOException {
        Path file = file("{\"w\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]}}", 8);
        Map<String, MappedTensors.Stored> tensors = MappedTensors.map(file, Arena.global());
        assertEquals(Set.of("w"), tensors.keySet());
        for (MappedTensors.Stored tensor : tensors.values()) {
            assertEquals(List.of(1L, 2L), tensor.shape());
            assertEquals("F32", tensor.type());
            assertEquals(8, tensor.bytes().byteSize());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{'w':{'dtype':'F32','shape':[3],'data_offsets':[0,8]}}; which its shape contradicts",
                "{'w':{'dtype':'F32','shape':[20],'data_offsets':[0,80]}}; its tensors end at byte",
                "{'w':{'dtype':'F32','shape':[2],'data_offsets':[-8,0]}}; has an impossible shape",
                "{'w':{'dtype':'F8_E4M3','shape':[8],'data_offsets':[0,8]}}; is stored as F8_E4M3",
                "{'w':; its header is not JSON",
                "[1, 2]; its header does not begin with a brace"
            })
    void refusesAFileThatIsNotWhole(String header, String why) throws IOException {
        Path file = file(header.replace('\'', '"'), 8);
        String message =
                assertThrows(Problem.Found.class, () -> MappedTensors.map(file, Arena.global()))
                        .problems()
                        .toString();
        assertTrue(message.contains(why), message);
    }

    @Test
    void refusesAHeaderThatClaimsMoreThanTheFileHas() throws IOException {
        Path file = folder.resolve("lfs.safetensors");
        Files.writeString(file, "version https://git-lfs.github.com/spec/v1");
        String message =
                assertThrows(Problem.Found.class, () -> MappedTensors.map(file, Arena.global()))
                        .problems()
                        .toString();
        assertTrue(message.contains("git lfs pull"), message);
    }

    private Path file(String header, int dataBytes) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer =
                ByteBuffer.allocate(8 + text.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(text.length).put(text);
        return Files.write(folder.resolve("x.safetensors"), buffer.array());
    }
}
