package dev.llmprof.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.fetch.Proxies.Proxy;
import dev.llmprof.problem.Problem;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxiesTest {
    private static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");
    private static final String VALUE = "http://proxy.example.org:3128";
    private static final Optional<Proxy> PROXY =
            Optional.of(new Proxy("proxy.example.org", 3128, Optional.empty()));

    @Test
    void nobodyNamesOneAndThereIsNone() {
        assertEquals(Optional.empty(), Proxies.of(CENTRAL, Map.of("HTTPS_PROXY", "")));
    }

    @ParameterizedTest
    @CsvSource({"HTTPS_PROXY", "https_proxy", "ALL_PROXY", "HTTP_PROXY", "http_proxy"})
    void eachOfTheUsualVariablesNamesIt(String variable) {
        assertEquals(PROXY, Proxies.of(CENTRAL, Map.of(variable, VALUE)));
    }

    @Test
    void anHttpAddressDoesNotGoThroughTheProxyForHttps() {
        assertEquals(
                Optional.empty(),
                Proxies.of(URI.create("http://a.example.org/"), Map.of("HTTPS_PROXY", VALUE)));
    }

    @Test
    void theSchemeMayBeLeftOutAndTheLoginIsDecoded() {
        assertEquals(
                Optional.of(
                        new Proxy(
                                "proxy.example.org",
                                80,
                                Optional.of(new Login("me", "p@ss:word")))),
                Proxies.of(CENTRAL, Map.of("HTTPS_PROXY", "me:p%40ss%3Aword@proxy.example.org")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*                                | direct",
                "apache.org                       | direct",
                ".apache.org                      | direct",
                "*.apache.org                     | direct",
                "localhost, REPO.maven.apache.org | direct",
                "repo.maven.apache.org:443        | direct",
                "repo.maven.apache.org:8443       | proxy",
                "ache.org                         | proxy",
                "other.org                        | proxy"
            })
    void noProxyNamesHostsWithAllBelowThem(String value, String way) {
        boolean direct =
                Proxies.of(CENTRAL, Map.of("HTTPS_PROXY", VALUE, "NO_PROXY", value)).isEmpty();

        assertEquals(way, direct ? "direct" : "proxy");
    }

    @ParameterizedTest
    @CsvSource({"socks5://proxy:1080", "https://proxy:3128", "http://", "http://a b"})
    void whatIsNoHttpProxyIsSaid(String value) {
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () -> Proxies.of(CENTRAL, Map.of("HTTPS_PROXY", value)));

        assertEquals(
                List.of(
                        new Problem(
                                "'" + value + "' is not the address of an HTTP proxy",
                                "HTTPS_PROXY",
                                "HTTPS_PROXY=http://proxy.example.org:3128")),
                found.problems());
    }

    @Test
    void aPasswordIsNotInTheMessage() {
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () -> Proxies.of(CENTRAL, Map.of("HTTPS_PROXY", "ftp://me:secret@proxy")));

        assertEquals(
                "'…@proxy' is not the address of an HTTP proxy",
                found.problems().getFirst().what());
    }
}
