package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.pipeline.RunPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of libraries that the archive holds.
class SbomTest {
    private static final String COORDINATES = "groupId=org.known\nartifactId=known\nversion=1.2\n";

    @TempDir Path image;

    @Test
    void everyJarOfAnImageIsListedWithItsSum() throws Exception {
        jar("lib/known-1.2.jar", "META-INF/maven/org.known/known/pom.properties");
        jar("lib/other-0.9-x.jar", "a.txt");
        Path java = Path.of(System.getProperty("java.home"), "bin/java");
        Process made =
                new ProcessBuilder(
                                java.toString(),
                                "../distribution/Sbom.java",
                                image.toString(),
                                "0.1.0")
                        .inheritIO()
                        .start();
        assertEquals(0, made.waitFor());

        JsonNode list = new JsonMapper().readTree(image.resolve("sbom.json").toFile());
        assertEquals("CycloneDX", list.path("bomFormat").asText());
        List<String> rows = new ArrayList<>();
        for (JsonNode each : list.path("components")) {
            rows.add(
                    each.path("name").asText()
                            + " "
                            + each.path("version").asText()
                            + " "
                            + each.at("/hashes/0/content").asText());
        }
        assertEquals(
                List.of(
                        "known 1.2 " + RunPaths.sha256(image.resolve("lib/known-1.2.jar")),
                        "other 0.9-x " + RunPaths.sha256(image.resolve("lib/other-0.9-x.jar"))),
                rows);
    }

    private void jar(String name, String entry) throws IOException {
        Path file = image.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        try (var out = new JarOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new JarEntry(entry));
            out.write(COORDINATES.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
    }
}
