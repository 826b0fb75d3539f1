package dev.llmprof.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

class PackedVersionIT {

    @Test
    void theManifestSaysWhatIsBesideTheClasses() throws IOException {
        try (var jar = new JarFile("target/llmprof.jar")) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertEquals(
                    Version.unpacked(),
                    new Version(
                            manifest.getValue(Attributes.Name.SPECIFICATION_VERSION),
                            manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION),
                            Runtime.version().toString()));
        }
    }
}
