package dev.llmprof.engine;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the files a run goes over: those of a list, or those that patterns match below a root.
final class Dataset {
    private static final int NAMED_AT_MOST = 5;

    private Dataset() {}

    static List<Path> files(Path root, Optional<Path> filelist, List<String> patterns) {
        if (!Files.isDirectory(root)) {
            throw new Problem(
                            "the dataset is not there",
                            root.toString(),
                            "set dataset.root to the folder, or use dataset=synthetic")
                    .found();
        }
        List<Path> files =
                filelist.isPresent() ? listed(root, filelist.get()) : matched(root, patterns);
        if (files.isEmpty()) {
            throw new Problem(
                            "No images found in dataset root: " + root,
                            filelist.map(list -> list + "").orElse("patterns " + patterns),
                            hint(root))
                    .found();
        }
        return files;
    }

    private static List<Path> listed(Path root, Path filelist) {
        Path list =
                Files.exists(filelist) || filelist.isAbsolute() ? filelist : root.resolve(filelist);
        List<Path> files = new ArrayList<>();
        List<Path> missing = new ArrayList<>();
        for (String line : lines(list)) {
            if (!line.isBlank()) {
                Path file = root.resolve(line.strip());
                (Files.isRegularFile(file) ? files : missing).add(file);
            }
        }
        if (!missing.isEmpty()) {
            throw missing(list, missing);
        }
        return files;
    }

    private static Problem.Found missing(Path list, List<Path> missing) {
        String names =
                String.join(
                        "\n", missing.stream().limit(NAMED_AT_MOST).map(Path::toString).toList());
        String more =
                missing.size() > NAMED_AT_MOST
                        ? "\n… and " + (missing.size() - NAMED_AT_MOST) + " more"
                        : "";
        return new Problem(
                        missing.size() + " files of the list are not there",
                        list + ":\n" + names + more,
                        "take them out of the list, or set dataset.root to where they are")
                .found();
    }

    private static List<String> lines(Path list) {
        try {
            return Files.readAllLines(list);
        } catch (IOException e) {
            throw new Problem(
                            "cannot read the file list: " + e.getMessage(),
                            list.toString(),
                            "set dataset.subset_filelist to a text file, one image a line")
                    .found();
        }
    }

    /// Sorted within each pattern; a file that two patterns match is taken once.
    private static List<Path> matched(Path root, List<String> patterns) {
        Set<Path> files = new LinkedHashSet<>();
        for (String pattern : patterns) {
            PathMatcher matcher = matcher(pattern);
            try (var all = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
                all.filter(file -> matcher.matches(root.relativize(file)))
                        .filter(Files::isRegularFile)
                        .sorted()
                        .forEach(files::add);
            } catch (IOException | UncheckedIOException e) {
                throw new Problem("cannot read the dataset: " + e.getMessage(), root + "", "")
                        .found();
            }
        }
        return List.copyOf(files);
    }

    /// `**/` also stands for no folder at all, unlike in Java's own patterns.
    private static PathMatcher matcher(String pattern) {
        PathMatcher whole = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        PathMatcher flat =
                FileSystems.getDefault().getPathMatcher("glob:" + pattern.replace("**/", ""));
        return file -> whole.matches(file) || flat.matches(file);
    }

    private static String hint(Path root) {
        boolean packed =
                Files.exists(root.resolve("images.zip")) || Files.exists(root.resolve("pdfs.zip"));
        return packed
                ? "unpack images.zip in that folder"
                : "set dataset.fallback_patterns, for example '[\"**.png\"]'";
    }
}
