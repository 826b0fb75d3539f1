package dev.llmprof.config.command;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.source.DirectoryRoot;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The directories that flags name.
public final class Roots {

    private static final String NO_SUCH = "name a directory that exists";

    private Roots() {}

    /// `standard` is the main root where `--config-path` is not given.
    public static List<ConfigRoot> of(Flags flags, Path cwd, ConfigRoot standard) {
        List<ConfigRoot> roots = new ArrayList<>();
        roots.add(
                flags.value("--config-path")
                        .map(path -> main(cwd.resolve(path), cwd))
                        .orElse(standard));
        flags.value("--config-dir").ifPresent(path -> roots.add(further(cwd.resolve(path), cwd)));
        return roots;
    }

    public static ConfigRoot main(Path directory, Path cwd) {
        if (!Files.isDirectory(directory)) {
            throw new ConfigError(
                    Kind.USAGE,
                    new Problem(
                            "Primary config directory not found.\nCheck that the config directory '"
                                    + directory
                                    + "' exists and readable",
                            "--config-path",
                            nearest(directory)));
        }
        return new DirectoryRoot("main", directory, cwd);
    }

    public static ConfigRoot further(Path directory, Path cwd) {
        if (!Files.isDirectory(directory)) {
            throw new ConfigError(
                    Kind.USAGE,
                    new Problem(
                            "Additional config directory '" + directory + "' not found",
                            "--config-dir",
                            nearest(directory)));
        }
        return new DirectoryRoot("command-line", directory, cwd);
    }

    /// A folder beside it with a name like it.
    private static String nearest(Path directory) {
        Path wanted = directory.toAbsolutePath().normalize();
        Path parent = wanted.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return NO_SUCH;
        }
        try (Stream<Path> beside = Files.list(parent)) {
            List<String> names =
                    beside.filter(Files::isDirectory)
                            .map(each -> String.valueOf(each.getFileName()))
                            .toList();
            return Nearest.to(String.valueOf(wanted.getFileName()), names)
                    .map(name -> "did you mean " + parent.resolve(name) + "?")
                    .orElse(NO_SUCH);
        } catch (IOException e) {
            return NO_SUCH;
        }
    }
}
