package dev.llmprof.fetch;

import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// HTTP clients that go through the user's proxy and log in where they are asked to.
public final class Clients {
    private static final Duration CONNECT = Duration.ofSeconds(30);
    private static final String NO_BASIC = "jdk.http.auth.tunneling.disabledSchemes";

    private Clients() {}

    /// A proxy in Maven's settings comes before those of the environment, as it does in Maven.
    public static HttpClient of(
            Repository repository, MavenSettings settings, Map<String, String> environment) {
        // The JDK refuses names and passwords to the proxies of https addresses unless told.
        if (System.getProperty(NO_BASIC) == null) {
            System.setProperty(NO_BASIC, "");
        }
        Function<URI, Optional<Proxies.Proxy>> proxies =
                uri ->
                        settings.proxy().isPresent()
                                ? settings.proxy().get().to(uri.getHost())
                                : Proxies.of(uri, environment);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(CONNECT)
                .proxy(new Chosen(proxies))
                .authenticator(
                        new Logins(
                                repository,
                                proxies.apply(repository.base()).flatMap(Proxies.Proxy::login)))
                .build();
    }

    /// Asked again for each redirect, whose host may be one that needs no proxy.
    private static final class Chosen extends ProxySelector {
        private final Function<URI, Optional<Proxies.Proxy>> proxies;

        Chosen(Function<URI, Optional<Proxies.Proxy>> proxies) {
            this.proxies = proxies;
        }

        @Override
        public List<Proxy> select(URI uri) {
            return List.of(
                    proxies.apply(uri)
                            .map(each -> new InetSocketAddress(each.host(), each.port()))
                            .map(address -> new Proxy(Proxy.Type.HTTP, address))
                            .orElse(Proxy.NO_PROXY));
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
    }

    /// The proxy's login for the proxy, the repository's for its own host and no other.
    private static final class Logins extends Authenticator {
        private final Repository repository;
        private final Optional<Login> proxy;

        Logins(Repository repository, Optional<Login> proxy) {
            this.repository = repository;
            this.proxy = proxy;
        }

        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            boolean ours = repository.base().getHost().equals(getRequestingHost());
            Optional<Login> login =
                    getRequestorType() == RequestorType.PROXY
                            ? proxy
                            : repository.login().filter(_ -> ours);
            return login.map(each ->
                            new PasswordAuthentication(each.user(), each.password().toCharArray()))
                    .orElse(null);
        }
    }
}
