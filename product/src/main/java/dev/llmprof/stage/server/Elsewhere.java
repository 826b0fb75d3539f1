package dev.llmprof.stage.server;

import dev.llmprof.load.ApiKey;
import dev.llmprof.process.Listening;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where a server that we started answers, if not where it was asked. Engines listen on ports of
/// their own besides, which may take a question amiss: only a port that the server's command or log
/// calls its own is asked.
record Elsewhere(URI url, List<String> argv, Optional<ApiKey> key, Path log) {

    /// The addresses on which it listens.
    static List<InetSocketAddress> listening() {
        return Listening.ofOurs();
    }

    Optional<URI> found() {
        return listening().stream()
                .filter(each -> named(each.getPort()))
                .map(this::at)
                .filter(other -> !other.equals(url) && answers(other))
                .findFirst();
    }

    private URI at(InetSocketAddress socket) {
        String host =
                socket.getAddress().isAnyLocalAddress()
                        ? url.getHost()
                        : socket.getAddress().getHostAddress();
        String bracketed = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return URI.create(url.getScheme() + "://" + bracketed + ":" + socket.getPort() + path);
    }

    private boolean answers(URI other) {
        try (var pages = new ServerPages(other, key)) {
            return pages.readiness() instanceof ServerPages.Readiness.Ready;
        }
    }

    private boolean named(int port) {
        return argv.stream().anyMatch(word -> word.matches("(.*\\D)?" + port))
                || Pattern.compile("(?i)(https?://\\S*:|\\bport\\W{1,3})" + port + "\\b")
                        .matcher(text())
                        .find();
    }

    private String text() {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
