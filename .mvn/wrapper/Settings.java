import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/// The proxy and the mirror of Maven Central that environment and settings.xml name; the environment
/// comes first.
record Settings(Optional<Through> proxy, Optional<Mirror> mirror) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env\\.(\\w+)}");

    record Login(String user, String password) {
        String basic() {
            byte[] words = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(words);
        }

        @Override
        public String toString() {
            return user;
        }
    }

    /// Another place with what Maven Central has, and where it is named.
    record Mirror(String url, Optional<Login> login, String place) {}

    /// A proxy, with the hosts it is not for as Maven writes them: `localhost|*.example.com`.
    record Through(String host, int port, Optional<Login> login, String except) {
        boolean passesOver(String name) {
            return Stream.of(except.split("\\|"))
                    .map(hosts -> Pattern.quote(hosts.strip()).replace("*", "\\E.*\\Q"))
                    .anyMatch(hosts -> name.matches("(?i)" + hosts));
        }

        String place() {
            return host + ":" + port;
        }
    }

    static Settings of(Map<String, String> environment, Path file) {
        Optional<Element> settings = Optional.of(file).filter(Files::isReadable).flatMap(Settings::read);
        var reader = new Reader(environment);
        return new Settings(
                fromEnvironment(environment).or(() -> settings.flatMap(reader::proxy)),
                repository(environment).or(() -> settings.flatMap(reader::mirror)));
    }

    /// `./mvnw` has read HTTPS_PROXY and NO_PROXY.
    private static Optional<Through> fromEnvironment(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("MVNW_PROXY_HOST"))
                .map(
                        host ->
                                new Through(
                                        host,
                                        Integer.parseInt(environment.get("MVNW_PROXY_PORT")),
                                        login(
                                                environment.getOrDefault("MVNW_PROXY_USER", ""),
                                                environment.getOrDefault("MVNW_PROXY_PASSWORD", "")),
                                        environment.getOrDefault("MVNW_PROXY_EXCEPT", "")));
    }

    /// The names are those of Maven's own wrapper.
    private static Optional<Mirror> repository(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("MVNW_REPOURL"))
                .filter(url -> !url.isBlank())
                .map(
                        url ->
                                new Mirror(
                                        url.replaceAll("/+$", ""),
                                        login(
                                                environment.getOrDefault("MVNW_USERNAME", ""),
                                                environment.getOrDefault("MVNW_PASSWORD", "")),
                                        "MVNW_REPOURL"));
    }

    private static Optional<Login> login(String user, String password) {
        return user.isEmpty() ? Optional.empty() : Optional.of(new Login(user, password));
    }

    /// Settings that cannot be read are Maven's to complain about.
    private static Optional<Element> read(Path file) {
        try {
            var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return Optional.of(builder.parse(file.toFile()).getDocumentElement());
        } catch (IOException | SAXException | ParserConfigurationException e) {
            return Optional.empty();
        }
    }

    /// Reads settings.xml, with variables of the environment in place.
    private record Reader(Map<String, String> environment) {

        Optional<Through> proxy(Element settings) {
            return all(settings, "proxies", "proxy")
                    .filter(proxy -> !text(proxy, "active").equals("false"))
                    .map(
                            proxy ->
                                    new Through(
                                            text(proxy, "host"),
                                            port(text(proxy, "port")),
                                            login(text(proxy, "username"), text(proxy, "password")),
                                            text(proxy, "nonProxyHosts")))
                    .findFirst();
        }

        Optional<Mirror> mirror(Element settings) {
            return all(settings, "mirrors", "mirror")
                    .filter(mirror -> standsForCentral(text(mirror, "mirrorOf")))
                    .map(
                            mirror ->
                                    new Mirror(
                                            text(mirror, "url").replaceAll("/+$", ""),
                                            server(settings, text(mirror, "id")),
                                            "~/.m2/settings.xml"))
                    .findFirst();
        }

        /// Maven takes 8080 where none is given.
        private static int port(String written) {
            return written.matches("\\d{1,5}") ? Integer.parseInt(written) : 8080;
        }

        private Optional<Login> server(Element settings, String id) {
            return all(settings, "servers", "server")
                    .filter(server -> text(server, "id").equals(id))
                    .findFirst()
                    .flatMap(server -> login(text(server, "username"), text(server, "password")));
        }

        private static boolean standsForCentral(String mirrorOf) {
            List<String> names = Stream.of(mirrorOf.split(",")).map(String::strip).toList();
            return !names.contains("!central")
                    && Stream.of("*", "central", "external:*").anyMatch(names::contains);
        }

        private static Stream<Element> all(Element parent, String list, String name) {
            return children(parent, list).flatMap(found -> children(found, name));
        }

        private static Stream<Element> children(Element parent, String name) {
            var nodes = parent.getChildNodes();
            return IntStream.range(0, nodes.getLength())
                    .mapToObj(nodes::item)
                    .filter(node -> node.getNodeType() == Node.ELEMENT_NODE)
                    .map(Element.class::cast)
                    .filter(child -> child.getTagName().equals(name));
        }

        private String text(Element parent, String name) {
            String written =
                    children(parent, name).findFirst().map(Node::getTextContent).orElse("").strip();
            return VARIABLE.matcher(written)
                    .replaceAll(
                            found ->
                                    Matcher.quoteReplacement(
                                            environment.getOrDefault(found.group(1), found.group())));
        }
    }
}
