package dev.llmprof.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepositoryTest {
    private static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");
    private static final URI MIRROR = URI.create("https://mirror.example.org/maven/");

    @TempDir private Path home;

    @Test
    void withoutSettingsItIsCentral() {
        assertEquals(new Repository(CENTRAL, Optional.empty()), repository(Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "central     | mirror",
                "*           | mirror",
                "external:*  | mirror",
                "a, central  | mirror",
                "*,!central  | central",
                "snapshots   | central"
            })
    void aMirrorStandsForWhatItSays(String of, String expected) throws IOException {
        settings("<mirrorOf>" + of + "</mirrorOf><url>https://mirror.example.org/maven</url>", "");

        assertEquals(expected.equals("mirror") ? MIRROR : CENTRAL, repository(Map.of()).base());
    }

    @Test
    void aMirrorsLoginIsThatOfItsServerAndVariablesAreFilledIn() throws IOException {
        settings(
                "<id>m</id><mirrorOf>*</mirrorOf><url>https://${env.HOST}/maven</url>",
                "<server><id>m</id><username>me</username>"
                        + "<password>${env.WORD}</password></server>");

        assertEquals(
                new Repository(MIRROR, Optional.of(new Login("me", "secret"))),
                repository(Map.of("HOST", "mirror.example.org", "WORD", "secret")));
    }

    @Test
    void anEncryptedPasswordIsNoPassword() throws IOException {
        settings(
                "<id>m</id><mirrorOf>*</mirrorOf><url>https://mirror.example.org/maven</url>",
                "<server><id>m</id><username>me</username><password>{jSMOWnoP=}</password></server>");

        assertEquals(new Repository(MIRROR, Optional.empty()), repository(Map.of()));
    }

    @Test
    void ourVariableGoesBeforeTheSettingsAndItsLoginLeavesTheAddress() throws IOException {
        settings("<mirrorOf>*</mirrorOf><url>https://mirror.example.org/maven</url>", "");

        assertEquals(
                new Repository(
                        URI.create("http://127.0.0.1:8081/maven2/"),
                        Optional.of(new Login("me", "secret"))),
                repository(Map.of("LLMPROF_MAVEN_URL", "http://me:secret@127.0.0.1:8081/maven2")));
    }

    @Test
    void aWordThatIsNoAddressIsSaidWithoutItsPassword() {
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () -> repository(Map.of("LLMPROF_MAVEN_URL", "ftp://me:secret@a/b")));

        assertEquals(
                new Problem(
                        "'ftp://…@a/b' is not the address of a Maven repository",
                        "LLMPROF_MAVEN_URL",
                        "LLMPROF_MAVEN_URL=https://repo.maven.apache.org/maven2/"),
                found.problems().getFirst());
    }

    @Test
    void theActiveProxyIsReadWithItsLoginAndItsExceptions() throws IOException {
        Files.writeString(
                home.resolve("settings.xml"),
                "<settings><proxies><proxy><active>false</active><host>old</host></proxy>"
                        + "<proxy><host>proxy.example.org</host><port>3128</port>"
                        + "<username>me</username><password>secret</password>"
                        + "<nonProxyHosts>localhost|*.corp.example.org</nonProxyHosts>"
                        + "</proxy></proxies></settings>");
        MavenSettings.Through through =
                MavenSettings.read(home.resolve("settings.xml"), Map.of()).proxy().orElseThrow();

        assertEquals(
                Optional.of(
                        new Proxies.Proxy(
                                "proxy.example.org", 3128, Optional.of(new Login("me", "secret")))),
                through.to("repo.maven.apache.org"));
        assertEquals(Optional.empty(), through.to("maven.corp.example.org"));
    }

    @Test
    void brokenSettingsAreSaidWithTheirPlace() throws IOException {
        Files.writeString(home.resolve("settings.xml"), "<settings><mirrors>");

        Problem.Found found = assertThrows(Problem.Found.class, () -> repository(Map.of()));

        assertTrue(found.problems().getFirst().what().startsWith("Maven's settings cannot be"));
        assertEquals(home.resolve("settings.xml").toString(), found.problems().getFirst().at());
    }

    private Repository repository(Map<String, String> environment) {
        return Repository.of(
                environment, MavenSettings.read(home.resolve("settings.xml"), environment));
    }

    private void settings(String mirror, String servers) throws IOException {
        Files.writeString(
                home.resolve("settings.xml"),
                "<settings xmlns='http://maven.apache.org/SETTINGS/1.2.0'><mirrors><mirror>"
                        + mirror
                        + "</mirror></mirrors><servers>"
                        + servers
                        + "</servers></settings>");
    }
}
