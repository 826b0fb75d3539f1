package dev.llmprof.fetch;

import dev.llmprof.problem.Problem;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The proxy that the environment names for an address, as curl, pip and git understand it:
/// `HTTPS_PROXY`, `ALL_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in capitals or not.
public final class Proxies {
    private static final int HTTP_PORT = 80;

    private Proxies() {}

    /// A proxy that speaks HTTP.
    public record Proxy(String host, int port, Optional<Login> login) {}

    public static Optional<Proxy> of(URI uri, Map<String, String> environment) {
        List<String> names =
                "https".equals(uri.getScheme())
                        ? List.of("HTTPS_PROXY", "ALL_PROXY", "HTTP_PROXY")
                        : List.of("HTTP_PROXY", "ALL_PROXY");
        return isDirect(uri, environment)
                ? Optional.empty()
                : names.stream()
                        .flatMap(name -> set(name, environment).map(value -> proxy(name, value)))
                        .findFirst();
    }

    /// Each entry is a host, which stands for those below it too, perhaps with a port; `*` is all.
    private static boolean isDirect(URI uri, Map<String, String> environment) {
        String host = "." + uri.getHost().toLowerCase(Locale.ROOT);
        return set("NO_PROXY", environment)
                .flatMap(value -> Stream.of(value.toLowerCase(Locale.ROOT).split("[,\\s]+")))
                .filter(entry -> !entry.isEmpty())
                .anyMatch(entry -> {
                    String name = entry.replaceFirst(":\\d+$", "").replaceFirst("^\\*?\\.", "");
                    return entry.equals("*")
                            || (hasPortOf(uri, entry) && host.endsWith("." + name));
                });
    }

    private static boolean hasPortOf(URI uri, String entry) {
        int port = uri.getPort() >= 0 ? uri.getPort() : usualPort(uri.getScheme());
        return !entry.matches(".*:\\d+") || entry.endsWith(":" + port);
    }

    private static int usualPort(String scheme) {
        return scheme.equals("https") ? 443 : HTTP_PORT;
    }

    private static Stream<String> set(String name, Map<String, String> environment) {
        return Stream.of(name, name.toLowerCase(Locale.ROOT))
                .map(each -> environment.getOrDefault(each, "").strip())
                .filter(value -> !value.isEmpty());
    }

    private static Proxy proxy(String variable, String value) {
        URI uri = parsed(variable, value.contains("://") ? value : "http://" + value);
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
            throw problem(variable, value).found();
        }
        return new Proxy(
                uri.getHost(), uri.getPort() < 0 ? HTTP_PORT : uri.getPort(), Login.in(uri));
    }

    private static URI parsed(String variable, String value) {
        try {
            return URI.create(value);
        } catch (IllegalArgumentException _) {
            throw problem(variable, value).found();
        }
    }

    /// Whatever stands before an `@` may be a password.
    private static Problem problem(String variable, String value) {
        return new Problem(
                "'" + value.replaceFirst("^.*@", "…@") + "' is not the address of an HTTP proxy",
                variable,
                variable + "=http://proxy.example.org:3128");
    }
}
