package dev.llmprof.fetch;

import java.net.URI;
import java.util.Optional;

/// A name and a password for a proxy or a repository.
public record Login(String user, String password) {

    /// `user:password@` of an address.
    static Optional<Login> in(URI uri) {
        return Optional.ofNullable(uri.getUserInfo())
                .map(info -> info.split(":", 2))
                .map(parts -> new Login(parts[0], parts.length == 2 ? parts[1] : ""));
    }

    /// A password is nobody's to read in a log.
    @Override
    public String toString() {
        return user + ":…";
    }
}
