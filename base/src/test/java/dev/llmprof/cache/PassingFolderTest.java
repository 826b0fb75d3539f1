package dev.llmprof.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassingFolderTest {

    @Test
    void whatAKilledProcessLeftIsSweptAndWhatIsInUseStays() throws IOException {
        Path used = PassingFolder.create("used");
        Path killed = Files.createTempDirectory("llmprof-killed-");
        Files.createFile(killed.resolve(".alive"));
        Files.writeString(killed.resolve("large"), "of no use");
        Path others = Files.createTempDirectory("llmprof-others-");

        Path next = PassingFolder.create("next");

        assertFalse(Files.exists(killed));
        assertTrue(Files.exists(used));
        assertTrue(Files.exists(others));
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(next)));
        for (Path each : new Path[] {used, others, next}) {
            Scrap.delete(each);
        }
    }

    @Test
    void theHomeThatTheEnvironmentNamesIsTaken() {
        assertEquals(Path.of("/else"), UserHome.of(Map.of("HOME", "/else")));
    }

    @Test
    void aHomeThatIsNoPlaceIsNotTaken() {
        assertEquals(
                Path.of(System.getProperty("user.home")), UserHome.of(Map.of("HOME", "there")));
    }
}
