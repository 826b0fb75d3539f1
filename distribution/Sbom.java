import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// `java Sbom.java IMAGE VERSION`: a CycloneDX list of every jar in an image, with its SHA-256, as
/// `sbom.json`. The same image gives the same bytes.
public final class Sbom {
    private static final Pattern NAME = Pattern.compile("(.+?)-(\\d.*)\\.jar");

    private Sbom() {}

    /// A jar: whose it is, as Maven knows it where it says so, else by its file's name.
    private record Library(String group, String name, String version, String path, String sha256) {
        String json() {
            String coordinates =
                    group.isEmpty() ? "generic/" + name : "maven/" + group + "/" + name;
            return """
            {
              "type": "library",
              "bom-ref": "%s",
              "group": "%s",
              "name": "%s",
              "version": "%s",
              "purl": "pkg:%s@%s",
              "hashes": [ { "alg": "SHA-256", "content": "%s" } ]
            }\
            """
                    .formatted(path, group, name, version, coordinates, version, sha256)
                    .indent(4)
                    .stripTrailing();
        }
    }

    public static void main(String[] args) throws Exception {
        Path image = Path.of(args[0]);
        List<Library> libraries = new ArrayList<>();
        try (Stream<Path> files = Files.walk(image)) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
                libraries.add(library(image, jar));
            }
        }
        Files.writeString(image.resolve("sbom.json"), json(libraries, args[1]));
    }

    private static String json(List<Library> libraries, String version) {
        return """
        {
          "bomFormat": "CycloneDX",
          "specVersion": "1.5",
          "version": 1,
          "metadata": { "component": { "type": "application", "name": "llmprof", "version": "%s" } },
          "components": [
        %s
          ]
        }
        """
                .formatted(
                        version,
                        String.join(",\n", libraries.stream().map(Library::json).toList()));
    }

    private static Library library(Path image, Path jar) throws Exception {
        String path = image.relativize(jar).toString();
        String sha256 =
                HexFormat.of()
                        .formatHex(
                                MessageDigest.getInstance("SHA-256")
                                        .digest(Files.readAllBytes(jar)));
        Properties maven = maven(jar);
        Matcher name = NAME.matcher(jar.getFileName().toString());
        String plain = jar.getFileName().toString().replace(".jar", "");
        return new Library(
                maven.getProperty("groupId", ""),
                maven.getProperty("artifactId", name.matches() ? name.group(1) : plain),
                maven.getProperty("version", name.matches() ? name.group(2) : "unknown"),
                path,
                sha256);
    }

    /// Of a jar that names exactly one project: one that packs others says nothing of itself.
    private static Properties maven(Path jar) throws IOException {
        var found = new Properties();
        try (var zip = new ZipFile(jar.toFile(), StandardCharsets.UTF_8)) {
            var entries =
                    zip.stream()
                            .filter(entry ->
                                    entry.getName().matches("META-INF/maven/.*/pom.properties"))
                            .toList();
            if (entries.size() == 1) {
                found.load(zip.getInputStream(entries.getFirst()));
            }
        }
        return found;
    }
}
