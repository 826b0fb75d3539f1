package dev.llmprof.run;

import dev.llmprof.problem.Problem;
import dev.llmprof.secret.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Directories that a run makes. Their names may come from overrides, and stand in every list of
/// files: no secret goes into one.
final class FolderNames {
    private static final String NAMED_BY_OVERRIDES = ",";

    private FolderNames() {}

    /// Only what is not there yet is named by us.
    static void check(Path directory, String fix) {
        Path whole = directory.toAbsolutePath().normalize();
        Path at = whole.resolve("/");
        for (Path each : whole) {
            at = at.resolve(each);
            String name = each.toString();
            if (!hidden(name).equals(name) && !Files.exists(at)) {
                throw new Problem(
                                "a secret would stand in the name of a directory",
                                hidden(name),
                                fix)
                        .found();
            }
        }
    }

    private static String hidden(String name) {
        String byName =
                Stream.of(name.split(NAMED_BY_OVERRIDES, -1))
                        .map(Secrets::hideWord)
                        .collect(Collectors.joining(NAMED_BY_OVERRIDES));
        return Secrets.hide(byName);
    }
}
