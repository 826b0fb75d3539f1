package dev.llmprof.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// Which llmprof this is, from which commit, on which Java.
public record Version(String number, String commit, String java) {

    /// Of the jar as its manifest says, which a start-up cache holds; to read a file of the jar,
    /// Java opens it and goes through the names of all it has.
    public static Version current() {
        Package ours = Version.class.getPackage();
        String number = ours.getSpecificationVersion();
        String commit = ours.getImplementationVersion();
        return number == null || commit == null
                ? unpacked()
                : new Version(number, commit, Runtime.version().toString());
    }

    /// Of classes that are in no jar yet.
    static Version unpacked() {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is not beside the classes");
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
