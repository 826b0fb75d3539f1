package dev.llmprof.fetch;

import dev.llmprof.problem.Problem;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/// A Maven repository to fetch from: the one `LLMPROF_MAVEN_URL` names, else the user's mirror of
/// Maven Central, else Central.
public record Repository(URI base, Optional<Login> login) {
    public static final String VARIABLE = "LLMPROF_MAVEN_URL";
    private static final String CENTRAL = "https://repo.maven.apache.org/maven2/";

    public static Repository of(Map<String, String> environment, MavenSettings settings) {
        String named = environment.getOrDefault(VARIABLE, "").strip();
        if (!named.isEmpty()) {
            return at(named, VARIABLE, Optional.empty());
        }
        return settings.mirrorOf("central")
                .map(mirror -> at(mirror.url(), settings.file().toString(), mirror.login()))
                .orElseGet(() -> at(CENTRAL, "", Optional.empty()));
    }

    /// `user:password@` goes out of the address, which is shown.
    private static Repository at(String text, String from, Optional<Login> login) {
        try {
            URI uri = URI.create(text.endsWith("/") ? text : text + "/");
            if (uri.getHost() == null || !String.valueOf(uri.getScheme()).matches("https?")) {
                throw new IllegalArgumentException(text);
            }
            URI bare = URI.create(uri.getScheme() + "://" + authority(uri) + uri.getRawPath());
            return new Repository(bare, login.or(() -> Login.in(uri)));
        } catch (IllegalArgumentException _) {
            throw new Problem(
                            "'"
                                    + text.replaceFirst("//.*@", "//…@")
                                    + "' is not the address of a Maven repository",
                            from,
                            VARIABLE + "=" + CENTRAL)
                    .found();
        }
    }

    private static String authority(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    public URI resolve(String path) {
        return base.resolve(path);
    }
}
