import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Downloads one file of Maven's repository and checks its SHA-512, so that a fresh machine needs a
/// JDK and nothing else. Proxy and mirror are those that Maven will use after it.
final class Fetch {
    private static final String CENTRAL = "https://repo.maven.apache.org/maven2";
    private static final String PAGE = "docs/install.md has proxies and mirrors";

    private Fetch() {}

    public static void main(String[] args) throws GeneralSecurityException, InterruptedException {
        // The JDK refuses names and passwords in a tunnel unless told, and most proxies know no other way.
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        try {
            Settings settings = Settings.of(System.getenv(), home().resolve(".m2/settings.xml"));
            fetch(source(args[0], settings), Path.of(args[1]), args[2], settings);
        } catch (Failure e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static Path home() {
        return Path.of(System.getProperty("user.home"));
    }

    private static URI source(String url, Settings settings) {
        if (settings.mirror().isEmpty()) {
            return URI.create(url);
        }
        Settings.Mirror mirror = settings.mirror().get();
        if (!mirror.url().matches("https?://[\\w.-]+(:\\d+)?(/\\S*)?")) {
            throw new Failure(
                    "the address of Maven's mirror cannot be read",
                    mirror.place(),
                    "write it as https://host/path; " + PAGE);
        }
        return URI.create(url.replace(CENTRAL, mirror.url()));
    }

    private static void fetch(URI uri, Path file, String sum, Settings settings)
            throws GeneralSecurityException, InterruptedException {
        Optional<Settings.Through> proxy =
                settings.proxy().filter(through -> !through.passesOver(uri.getHost()));
        String place = uri + proxy.map(p -> " through the proxy " + p.place()).orElse("");
        try {
            int status =
                    client(proxy)
                            .send(
                                    request(uri, proxy, settings.mirror()),
                                    BodyHandlers.ofFile(file))
                            .statusCode();
            if (status != 200) {
                throw new Failure("Maven could not be fetched: " + answer(status), place, fix(status));
            }
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
            if (!HexFormat.of().formatHex(digest).equals(sum)) {
                throw new Failure(
                        "what was fetched is not the Maven that was asked for: its SHA-512 differs",
                        place,
                        "look for a mirror or proxy that answers with a page of its own; " + PAGE);
            }
        } catch (SSLException e) {
            throw new Failure(
                    "Maven could not be fetched: " + root(e).getMessage(),
                    place,
                    "if a proxy signs with a certificate of your company, name its trust store: MAVEN_OPTS=-Djavax.net.ssl.trustStore=FILE");
        } catch (IOException e) {
            throw new Failure("Maven could not be fetched: " + reason(e), place, fix(proxy));
        }
    }

    private static HttpClient client(Optional<Settings.Through> proxy) {
        var builder =
                HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .connectTimeout(Duration.ofSeconds(20));
        proxy.ifPresent(through -> builder.proxy(only(through)));
        return builder.build();
    }

    /// Asked again for each redirect, whose host may be one that needs no proxy.
    private static ProxySelector only(Settings.Through through) {
        var address = new InetSocketAddress(through.host(), through.port());
        return new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return List.of(
                        through.passesOver(uri.getHost())
                                ? Proxy.NO_PROXY
                                : new Proxy(Proxy.Type.HTTP, address));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress to, IOException e) {}
        };
    }

    /// Said at once: the JDK's own answer to a proxy's question knows no letters beyond Latin-1.
    private static HttpRequest request(
            URI uri, Optional<Settings.Through> proxy, Optional<Settings.Mirror> mirror) {
        var request = HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1));
        proxy.flatMap(Settings.Through::login)
                .ifPresent(login -> request.header("Proxy-Authorization", login.basic()));
        mirror.flatMap(Settings.Mirror::login)
                .ifPresent(login -> request.header("Authorization", login.basic()));
        return request.build();
    }

    private static String answer(int status) {
        return switch (status) {
            case 401, 403 -> "the server wants another name or password (" + status + ")";
            case 407 -> "the proxy wants a name and a password (407)";
            default -> "the answer was " + status;
        };
    }

    private static String fix(int status) {
        return switch (status) {
            case 407 -> "HTTPS_PROXY=http://user:password@host:port; " + PAGE;
            case 401, 403 -> "MVNW_USERNAME and MVNW_PASSWORD, or the server in ~/.m2/settings.xml; " + PAGE;
            default -> "check MVNW_REPOURL or the mirror in ~/.m2/settings.xml; " + PAGE;
        };
    }

    private static String fix(Optional<Settings.Through> proxy) {
        return proxy.isPresent()
                ? "check the proxy's address, name and password; " + PAGE
                : "check the network; behind a proxy set HTTPS_PROXY=http://host:port; " + PAGE;
    }

    private static Throwable root(Throwable e) {
        return e.getCause() == null ? e : root(e.getCause());
    }

    private static String reason(IOException e) {
        return switch (e) {
            case HttpTimeoutException _ -> "no answer came";
            case ConnectException _ -> "no connection could be made";
            default -> Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
        };
    }

    /// What happened, where, and how to put it right.
    @SuppressWarnings("serial")
    private static final class Failure extends RuntimeException {
        Failure(String what, String at, String fix) {
            super(what + "\n  at   " + at + "\n  fix  " + fix);
        }
    }
}
