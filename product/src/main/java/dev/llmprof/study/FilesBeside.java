package dev.llmprof.study;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.page.PageFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What lies beside a report, and which file of it has the timeline in a form that others read.
final class FilesBeside {
    private static final String PERFETTO = "perfetto.json";

    private FilesBeside() {}

    static PageFiles of(Path directory, List<Path> captures, Findings findings) throws IOException {
        List<String> files = inside(directory);
        Optional<String> timeline =
                Stream.of(PERFETTO, PERFETTO + ".gz")
                        .filter(files::contains)
                        .findFirst()
                        .or(() -> capture(directory, captures, findings));
        return new PageFiles(files, timeline);
    }

    private static List<String> inside(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Files::isRegularFile)
                    .map(directory::relativize)
                    .filter(FilesBeside::shown)
                    .map(FilesBeside::link)
                    .sorted()
                    .toList();
        }
    }

    /// Hidden names are locks and what is not finished.
    private static boolean shown(Path path) {
        for (Path part : path) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    /// Perfetto reads PyTorch's JSON, packed or not, and none of Nsight's files.
    private static Optional<String> capture(
            Path directory, List<Path> captures, Findings findings) {
        String subject = findings.main().map(main -> main.origin().source()).orElse("");
        return captures.stream()
                .filter(path -> path.toString().endsWith(subject) && !subject.isEmpty())
                .filter(path -> path.toString().matches(".*\\.json(\\.gz)?"))
                .findFirst()
                .map(path -> from(directory.toAbsolutePath().normalize(), path));
    }

    private static String from(Path directory, Path file) {
        return link(directory.relativize(file.toAbsolutePath().normalize()));
    }

    private static String link(Path path) {
        return path.toString().replace('\\', '/');
    }
}
