package dev.llmprof.fetch;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/// What a user's Maven settings say of mirrors, of the logins for them, and of a proxy.
public record MavenSettings(Path file, List<Mirror> mirrors, Optional<Through> proxy) {
    private static final int MAVENS_PORT = 8080;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env\\.(\\w+)}");

    public MavenSettings {
        mirrors = List.copyOf(mirrors);
    }

    /// One mirror, and whose place it takes: `central`, `*`, `external:*`, `a,b`, `*,!central`.
    public record Mirror(String of, String url, Optional<Login> login) {

        boolean standsFor(String repository) {
            List<String> words = Stream.of(of.split(",")).map(String::strip).toList();
            return !words.contains("!" + repository)
                    && words.stream()
                            .anyMatch(word ->
                                    word.equals(repository)
                                            || word.equals("*")
                                            || word.equals("external:*"));
        }
    }

    /// A proxy, and the hosts it is not for: `localhost|*.example.org`.
    public record Through(Proxies.Proxy proxy, String except) {

        Optional<Proxies.Proxy> to(String host) {
            return Stream.of(except.split("[|,]"))
                            .map(name -> Pattern.quote(name.strip()).replace("*", "\\E.*\\Q"))
                            .anyMatch(name -> host.matches("(?i)" + name))
                    ? Optional.empty()
                    : Optional.of(proxy);
        }
    }

    /// No file, no mirrors.
    public static MavenSettings read(Path file, Map<String, String> environment) {
        if (!Files.isRegularFile(file)) {
            return new MavenSettings(file, List.of(), Optional.empty());
        }
        Document document = document(file);
        List<Mirror> mirrors = new ArrayList<>();
        for (Element mirror : elements(document, "mirror")) {
            String url = text(mirror, "url", environment);
            if (!url.isEmpty()) {
                String id = text(mirror, "id", environment);
                mirrors.add(
                        new Mirror(
                                text(mirror, "mirrorOf", environment),
                                url,
                                login(document, id, environment)));
            }
        }
        return new MavenSettings(file, mirrors, proxy(document, environment));
    }

    public Optional<Mirror> mirrorOf(String repository) {
        return mirrors.stream().filter(mirror -> mirror.standsFor(repository)).findFirst();
    }

    private static Optional<Login> login(
            Document document, String id, Map<String, String> environment) {
        return elements(document, "server").stream()
                .filter(server -> text(server, "id", environment).equals(id))
                .findFirst()
                .flatMap(server -> login(server, environment));
    }

    /// A password in braces is encrypted, and the key to it is Maven's.
    private static Optional<Login> login(Element element, Map<String, String> environment) {
        return Optional.of(
                        new Login(
                                text(element, "username", environment),
                                text(element, "password", environment)))
                .filter(login -> !login.user().isEmpty() && !login.password().startsWith("{"));
    }

    /// The first that is active.
    private static Optional<Through> proxy(Document document, Map<String, String> environment) {
        return elements(document, "proxy").stream()
                .filter(proxy -> !text(proxy, "active", environment).equals("false"))
                .findFirst()
                .map(proxy -> {
                    String port = text(proxy, "port", environment);
                    return new Through(
                            new Proxies.Proxy(
                                    text(proxy, "host", environment),
                                    port.matches("\\d{1,5}") ? Integer.parseInt(port) : MAVENS_PORT,
                                    login(proxy, environment)),
                            text(proxy, "nonProxyHosts", environment));
                });
    }

    private static List<Element> elements(Document document, String name) {
        var nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static String text(Element element, String child, Map<String, String> environment) {
        var nodes = element.getElementsByTagName(child);
        String text = nodes.getLength() == 0 ? "" : nodes.item(0).getTextContent().strip();
        return VARIABLE.matcher(text)
                .replaceAll(match ->
                        Matcher.quoteReplacement(
                                environment.getOrDefault(match.group(1), match.group())));
    }

    private static Document document(Path file) {
        try {
            var factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            // The default one prints to stderr before it throws.
            builder.setErrorHandler(null);
            return builder.parse(file.toFile());
        } catch (IOException | SAXException e) {
            throw new Problem(
                            "Maven's settings cannot be read: " + e.getMessage(),
                            file.toString(),
                            Repository.VARIABLE + "=URL goes past them")
                    .found();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK has no XML parser", e);
        }
    }
}
