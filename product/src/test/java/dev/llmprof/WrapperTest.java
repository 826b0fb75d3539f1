package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.process.Processes.Answer;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./mvnw` on a machine without Maven, whose only way out is a proxy or a mirror. The Maven it
/// fetches says what it was told and shows the global settings it was given.
class WrapperTest {
    private static final Path ROOT = SharedData.projectRoot();
    private static final String FILE =
            "/org/apache/maven/apache-maven/3.9.0/apache-maven-3.9.0-bin.tar.gz";
    private static final String MAVEN =
            """
            #!/bin/sh
            echo "maven with $*" | sed 's/-Dllmprof.commit=[^ ]* //'
            while [ $# -gt 0 ]; do
                if [ "$1" = -gs ]; then cat "$2"; fi
                shift
            done
            """;

    @TempDir Path directory;

    private Path project;
    private MavenMirror mirror;

    @BeforeEach
    void makeProject() throws IOException, GeneralSecurityException {
        project = Files.createDirectories(directory.resolve("project"));
        Path wrapper = Files.createDirectories(project.resolve(".mvn/wrapper"));
        for (String file :
                List.of(
                        "mvnw",
                        ".mvn/find-jdk",
                        ".mvn/proxy",
                        ".mvn/wrapper/Fetch.java",
                        ".mvn/wrapper/Settings.java")) {
            Files.copy(ROOT.resolve(file), project.resolve(file));
        }
        Path archive = archive();
        byte[] sum = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(archive));
        Files.writeString(
                wrapper.resolve("maven-wrapper.properties"),
                "distributionUrl=https://repo.maven.apache.org/maven2%s\ndistributionSha512Sum=%s\n"
                        .formatted(FILE, HexFormat.of().formatHex(sum)));
        mirror = new MavenMirror(directory, archive);
    }

    @AfterEach
    void closeMirror() {
        mirror.close();
    }

    @Test
    void goesThroughTheProxyWithItsPasswordAndTellsMaven() throws IOException {
        try (var proxy = new LoopbackProxy(mirror.port(), "us@er:p%ü")) {
            Answer answer =
                    mvnw(
                            Map.of(
                                    "HTTPS_PROXY",
                                    "http://us%40er:p%25%c3%bc@127.0.0.1:" + proxy.port(),
                                    "NO_PROXY",
                                    ".corp.example, host:80,10.0.0.0/8"),
                            "verify");

            assertEquals(List.of("CONNECT maven.example:443 HTTP/1.1"), proxy.asked());
            Path settings = project.toRealPath().resolve("target/mvnw/proxy.xml");
            assertEquals(
                    "maven with -gs %s -Daether.connector.http.credentialEncoding=UTF-8 verify"
                            .formatted(settings),
                    answer.output().lines().findFirst().orElse(answer.errors()));
            assertTrue(
                    answer.output()
                            .contains(
                                    """
                                    <host>127.0.0.1</host><port>%d</port>\
                                    <username>${env.MVNW_PROXY_USER}</username>\
                                    <password>${env.MVNW_PROXY_PASSWORD}</password>
                                          <nonProxyHosts>localhost|127.*|corp.example|\
                                    *.corp.example|host|*.host</nonProxyHosts>
                                    """
                                            .formatted(proxy.port())),
                    answer.output());
        }
    }

    @Test
    void saysInThreeLinesWhatAProxyRefusedAndNeverThePassword() throws IOException {
        try (var proxy = new LoopbackProxy(mirror.port(), "user:other")) {
            Answer answer =
                    mvnw(
                            Map.of("https_proxy", "http://user:geheim@127.0.0.1:" + proxy.port()),
                            "verify");

            assertEquals(
                    """
                    fetching apache-maven-3.9.0
                    Maven could not be fetched: the proxy wants a name and a password (407)
                      at   https://maven.example%s through the proxy 127.0.0.1:%d
                      fix  HTTPS_PROXY=http://user:password@host:port; docs/install.md has proxies and mirrors
                    """
                            .formatted(FILE, proxy.port()),
                    answer.errors());
            assertEquals(2, LauncherTest.exitCode(answer));
        }
    }

    @Test
    void takesProxyMirrorAndPasswordFromTheSettings() throws IOException {
        try (var proxy = new LoopbackProxy(mirror.port(), "")) {
            Path settings = directory.resolve("home/.m2/settings.xml");
            Files.createDirectories(settings.getParent());
            Files.writeString(
                    settings,
                    """
                    <settings>
                      <!-- <proxy><host>in.a.comment</host></proxy> -->
                      <servers><server><id>ours</id><username>u</username><password>${env.SECRET}</password></server></servers>
                      <mirrors><mirror><id>ours</id><mirrorOf>external:*,!local</mirrorOf><url>https://maven.example/all/</url></mirror></mirrors>
                      <proxies>
                        <proxy><active>false</active><host>off.example</host><port>1</port></proxy>
                        <proxy><host>127.0.0.1</host><port>%d</port></proxy>
                      </proxies>
                    </settings>
                    """
                            .formatted(proxy.port()));

            Answer answer =
                    mvnw(
                            Map.of(
                                    "MVNW_REPOURL",
                                    "",
                                    "SECRET",
                                    "pw",
                                    "HTTPS_PROXY",
                                    "http://127.0.0.1:1"),
                            "-q");

            assertEquals("maven with -q\n", answer.output(), answer.errors());
            assertEquals(List.of("/all" + FILE + " Basic dTpwdw=="), mirror.asked());
        }
    }

    @Test
    void leavesAProxyThatMavenOptsNamesToTheJdk() throws IOException {
        try (var proxy = new LoopbackProxy(mirror.port(), "")) {
            Answer answer =
                    mvnw(
                            Map.of(
                                    "MAVEN_OPTS",
                                    "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort="
                                            + proxy.port()
                                            + " "
                                            + mirror.trust(),
                                    "HTTPS_PROXY",
                                    "http://127.0.0.1:1"),
                            "-q");

            assertEquals(
                    "maven with -Daether.connector.http.useSystemProperties=true -q\n",
                    answer.output(),
                    answer.errors());
        }
    }

    @Test
    void refusesAnotherFileThanTheOneAskedFor() throws IOException {
        try (var proxy = new LoopbackProxy(mirror.port(), "")) {
            Path properties = project.resolve(".mvn/wrapper/maven-wrapper.properties");
            Files.writeString(
                    properties, Files.readString(properties).replaceAll("Sum=.*", "Sum=00"));

            Answer answer = mvnw(Map.of("ALL_PROXY", "127.0.0.1:" + proxy.port()), "verify");

            assertTrue(
                    answer.errors()
                            .contains(
                                    "\nwhat was fetched is not the Maven that was asked for: its SHA-512 differs\n  at   "),
                    answer.errors());
            try (var left = Files.list(directory.resolve("home/.m2/wrapper/dists"))) {
                assertEquals(List.of(), left.toList());
            }
        }
    }

    @Test
    void aProxyThatCannotBeReadIsNamedByItsVariableOnly() throws IOException {
        Answer answer = mvnw(Map.of("HTTPS_PROXY", "http://user:geheim@:x"), "verify");

        assertEquals(
                """
                the proxy has no host and port that can be read
                  at   HTTPS_PROXY
                  fix  write it as http://host:port or http://user:password@host:port, with %40 for an @ in the password
                """,
                answer.errors());
        assertFalse(Files.exists(directory.resolve("home/.m2")));
    }

    @Test
    void aMavenThatOthersCanWriteIsNotRun() throws IOException {
        Path store = directory.resolve("shared/wrapper/dists");
        Path bin = Files.createDirectories(store.resolve("apache-maven-3.9.0/bin"));
        Path planted = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\necho planted\n");
        assertTrue(planted.toFile().setExecutable(true));
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxrwxrwx"));

        Answer answer =
                mvnw(Map.of("MAVEN_USER_HOME", directory.resolve("shared").toString()), "verify");

        assertEquals("", answer.output());
        assertEquals(
                """
                others can write the Maven that would be run
                  at   %s
                  fix  chmod -R o-w it and make it yours, or set MAVEN_USER_HOME
                """
                        .formatted(store),
                answer.errors());
        assertEquals(2, LauncherTest.exitCode(answer));
    }

    @Test
    void withoutAHomeMavenIsInTheTree() throws IOException {
        Path bin = project.resolve("tmp/.m2/wrapper/dists/apache-maven-3.9.0/bin");
        Path maven = Files.writeString(Files.createDirectories(bin).resolve("mvn"), MAVEN);
        assertTrue(maven.toFile().setExecutable(true));

        Answer answer = mvnw(Map.of("HOME", ""), "verify");

        assertEquals("maven with verify", answer.output().strip(), answer.errors());
    }

    private Answer mvnw(Map<String, String> more, String... words) throws IOException {
        Path home = Files.createDirectories(directory.resolve("home"));
        Map<String, String> environment =
                new HashMap<>(
                        Map.of(
                                "PATH", System.getenv("PATH"),
                                "HOME", home.toString(),
                                "JAVA_HOME", System.getProperty("java.home"),
                                "MVNW_REPOURL", "https://maven.example",
                                "MAVEN_OPTS", mirror.trust() + " -Duser.home=" + home));
        environment.putAll(more);
        List<String> argv = new ArrayList<>(List.of(project.resolve("mvnw").toString()));
        argv.addAll(List.of(words));
        return new SystemProcesses(environment).ask(Command.of(argv), Duration.ofMinutes(2));
    }

    private Path archive() throws IOException {
        Path bin = Files.createDirectories(directory.resolve("apache-maven-3.9.0/bin"));
        Path program = bin.resolve("mvn");
        Files.writeString(program, MAVEN);
        assertTrue(program.toFile().setExecutable(true));
        Path archive = directory.resolve("maven.tar.gz");
        new SystemProcesses(System.getenv())
                .ask(
                        Command.of(
                                "tar",
                                "-C",
                                directory.toString(),
                                "-czf",
                                archive.toString(),
                                "apache-maven-3.9.0"),
                        Duration.ofMinutes(1));
        return archive;
    }
}
