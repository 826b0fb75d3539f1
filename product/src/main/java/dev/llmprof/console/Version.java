package dev.llmprof.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// Which llmprof this is, from which commit, on which Java.
public record Version(String number, String commit, String java) {

    public static Version current() {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is not in the jar");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("reading version.properties", e);
        }
        return new Version(
                properties.getProperty("version"),
                properties.getProperty("commit"),
                Runtime.version().toString());
    }

    @Override
    public String toString() {
        return "llmprof " + number + " (" + commit + ", Java " + java + ")";
    }
}
