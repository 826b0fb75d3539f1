package dev.llmprof.cli;

import dev.llmprof.run.RunRequest.Source;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where the configuration comes from, for every command that composes one.
public final class SourceOptions {
    @Option(
            names = {"--config-path", "-cp"},
            paramLabel = "DIR",
            description = "Use this configuration tree instead of the shipped one.")
    private @Nullable Path path;

    @Option(
            names = {"--config-dir", "-cd"},
            paramLabel = "DIR",
            description = "Look for configuration files here too.")
    private @Nullable Path directory;

    @Option(
            names = {"--config-name", "-cn"},
            paramLabel = "NAME",
            description = "The root file's name, without .yaml (config).")
    private @Nullable String name;

    public Source source() {
        return new Source(
                Optional.ofNullable(path),
                Optional.ofNullable(directory),
                Optional.ofNullable(name));
    }
}
