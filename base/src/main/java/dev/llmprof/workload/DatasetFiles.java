package dev.llmprof.workload;

import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// The files a run goes over, in order: those of a list, or those that patterns match below a root.
/// A relative list is looked for where the program stands, then below the root; its lines are
/// relative to the root.
public record DatasetFiles(Path root, Optional<Path> filelist, List<String> patterns) {
    private static final int NAMED_AT_MOST = 5;
    private static final String LIST_FIX =
            "set dataset.subset_filelist to a text file in UTF-8, one image a line";

    public DatasetFiles {
        patterns = List.copyOf(patterns);
    }

    /// What keeps a root from being a dataset: it is not there, empty or still packed.
    public static Optional<String> missing(Path root) {
        if (!Files.isDirectory(root)) {
            return Optional.of("there is no dataset at " + root);
        }
        try (Stream<Path> files = Files.list(root)) {
            List<String> names = files.map(file -> file.getFileName().toString()).toList();
            if (names.isEmpty()) {
                return Optional.of("the dataset directory is empty: " + root);
            }
            return names.stream().allMatch(name -> name.endsWith(".zip"))
                    ? Optional.of("the dataset is still packed: " + root + " has only " + names)
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + root, e);
        }
    }

    /// A dataset of pictures may have prompts beside them; a model of text reads those.
    public DatasetFiles prompts() {
        List<String> own =
                patterns.stream()
                        .filter(pattern -> !pattern.matches("(?i).*\\.(png|jpe?g|webp|bmp|tiff?)"))
                        .toList();
        return new DatasetFiles(root, filelist, own.isEmpty() ? List.of("**.txt") : own);
    }

    /// All of them; that there are none, or that some of the list are gone, is a problem.
    public List<Path> all() {
        if (!Files.isDirectory(root)) {
            throw new Problem(
                            "the dataset is not there",
                            root.toString(),
                            "set dataset.root to the folder, or use dataset=synthetic")
                    .found();
        }
        List<Path> files = filelist.isPresent() ? listed() : matched();
        List<Path> gone = files.stream().filter(file -> !Files.isRegularFile(file)).toList();
        if (!gone.isEmpty()) {
            throw gone(gone);
        }
        if (files.isEmpty()) {
            throw new Problem(
                            "No images found in dataset root: " + root,
                            filelist.map(Path::toString).orElse("patterns " + patterns),
                            hint(root))
                    .found();
        }
        return files;
    }

    /// Those that are there, of a dataset that need not be whole.
    public List<Path> present() {
        boolean readable = filelist.isEmpty() || Files.isReadable(list());
        if (!readable || !Files.isDirectory(root)) {
            return List.of();
        }
        return (filelist.isPresent() ? listed() : matched())
                .stream().filter(Files::isRegularFile).toList();
    }

    private Path list() {
        Path list = filelist.orElseThrow();
        return Files.exists(list) ? list : root.resolve(list);
    }

    private List<Path> listed() {
        if (!Files.exists(list())) {
            throw new Problem(
                            "cannot read the file list: there is no such file",
                            list().toString(),
                            LIST_FIX)
                    .found();
        }
        return GivenFile.text(list(), LIST_FIX)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(this::below)
                .toList();
    }

    private Path below(String line) {
        try {
            return root.resolve(line);
        } catch (InvalidPathException e) {
            throw new Problem("'" + line + "' is not a path", list().toString(), LIST_FIX).found();
        }
    }

    private Problem.Found gone(List<Path> gone) {
        String names =
                String.join("\n", gone.stream().limit(NAMED_AT_MOST).map(Path::toString).toList());
        String more =
                gone.size() > NAMED_AT_MOST
                        ? "\n… and " + (gone.size() - NAMED_AT_MOST) + " more"
                        : "";
        return new Problem(
                        gone.size() + " files of the list are not there",
                        list() + ":\n" + names + more,
                        "take them out of the list, or set dataset.root to where they are")
                .found();
    }

    /// Sorted within each pattern; a file that two patterns match is taken once.
    private List<Path> matched() {
        List<Path> below = below();
        Set<Path> files = new LinkedHashSet<>();
        for (String pattern : patterns) {
            PathMatcher matcher = matcher(pattern);
            below.stream()
                    .filter(file -> matcher.matches(root.relativize(file)))
                    .forEach(files::add);
        }
        return List.copyOf(files);
    }

    /// Links are followed: large datasets are seldom where they are used. One that leads back up is
    /// left out.
    private List<Path> below() {
        List<Path> files = new ArrayList<>();
        var visitor =
                new SimpleFileVisitor<Path>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile()) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        return e instanceof FileSystemLoopException
                                ? FileVisitResult.CONTINUE
                                : super.visitFileFailed(file, e);
                    }
                };
        try {
            Files.walkFileTree(
                    root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visitor);
        } catch (IOException e) {
            throw new Problem("cannot read the dataset: " + e.getMessage(), root.toString(), "")
                    .found();
        }
        return files.stream().sorted().toList();
    }

    /// `**/` also stands for no folder at all, unlike in Java's own patterns.
    private static PathMatcher matcher(String pattern) {
        try {
            PathMatcher whole = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            PathMatcher flat =
                    FileSystems.getDefault().getPathMatcher("glob:" + pattern.replace("**/", ""));
            return file -> whole.matches(file) || flat.matches(file);
        } catch (PatternSyntaxException _) {
            throw new Problem(
                            "'" + pattern + "' is not a pattern",
                            "dataset.fallback_patterns",
                            "dataset.fallback_patterns='[\"**.png\"]', for example")
                    .found();
        }
    }

    private static String hint(Path root) {
        boolean packed =
                Files.exists(root.resolve("images.zip")) || Files.exists(root.resolve("pdfs.zip"));
        return packed
                ? "unpack images.zip in that folder"
                : "set dataset.fallback_patterns, for example '[\"**.png\"]'";
    }
}
