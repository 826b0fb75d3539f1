import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A module of the source tree: what it is built from, and the jar that was built of it before.
///
/// A library's jar is copied beside each program that has it. It is compiled with what all of these
/// have beside them, a program with all it has.
final class BuildModule implements AutoCloseable {
    private final Path home;
    private final Path jar;
    private final List<Path> copies;
    private final List<Path> libraries;
    private final FileSystem inJar;

    private BuildModule(Path home, Path jar, List<Path> copies, List<Path> libraries)
            throws IOException {
        this.home = home;
        this.jar = jar;
        this.copies = copies;
        this.libraries = libraries;
        this.inJar = FileSystems.newFileSystem(jar);
    }

    /// All of them, each after those it is compiled with.
    static List<BuildModule> all(Path root) throws IOException {
        Path product = root.resolve("product");
        Path engine = root.resolve("engine");
        return List.of(
                library(root.resolve("base"), List.of(product, engine)),
                library(root.resolve("config"), List.of(product)),
                program(product, "llmprof.jar"),
                program(engine, "llmprof-engine.jar"));
    }

    private static BuildModule program(Path home, String jar) throws IOException {
        Path target = home.resolve("target");
        List<Path> libraries = new ArrayList<>(jars(target.resolve("lib")));
        libraries.addAll(jars(target.resolve("torch")));
        return new BuildModule(home, target.resolve(jar), List.of(), libraries);
    }

    private static BuildModule library(Path home, List<Path> programs) throws IOException {
        List<Path> built = jars(home.resolve("target"));
        if (built.size() != 1) {
            throw new IOException(home + " has not one jar but " + built);
        }
        Path name = built.getFirst().getFileName();
        List<Path> folders = programs.stream().map(one -> one.resolve("target/lib")).toList();
        List<Path> libraries =
                jars(folders.getFirst()).stream()
                        .filter(one -> !one.endsWith(name))
                        .filter(one -> areIn(folders, one.getFileName()))
                        .toList();
        List<Path> copies = folders.stream().map(folder -> folder.resolve(name)).toList();
        for (Path copy : copies) {
            // Maven stopped between the two, or built this module alone.
            if (Files.mismatch(built.getFirst(), copy) >= 0) {
                throw new IOException(copy + " is not what was built");
            }
        }
        return new BuildModule(home, built.getFirst(), copies, libraries);
    }

    private static boolean areIn(List<Path> folders, Path name) {
        return folders.stream().allMatch(folder -> Files.isRegularFile(folder.resolve(name)));
    }

    private static List<Path> jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    String name() {
        return home.getFileName().toString();
    }

    Path sources() {
        return home.resolve("src/main/java");
    }

    Path jar() {
        return jar;
    }

    /// Of the jar, where it stands beside programs.
    List<Path> copies() {
        return copies;
    }

    List<Path> libraries() {
        return libraries;
    }

    /// What Maven packs, which takes nothing out of it by itself.
    Path classes() {
        return home.resolve("target/classes");
    }

    /// The root of what was built before.
    Path old() {
        return inJar.getPath("/");
    }

    boolean isCompiledWith(BuildModule other) {
        return libraries.stream().anyMatch(one -> one.endsWith(other.jar.getFileName()));
    }

    boolean hasSource(Path file) {
        return file.startsWith(sources()) && file.toString().endsWith(".java");
    }

    /// Its name in the jar, of a file that is no source.
    Optional<String> resource(Path file) {
        Path resources = home.resolve("src/main/resources");
        Path conf = home.resolveSibling("conf");
        if (file.startsWith(resources)) {
            return Optional.of(resources.relativize(file).toString());
        }
        return jar.endsWith("llmprof.jar") && file.startsWith(conf)
                ? Optional.of("conf/" + conf.relativize(file))
                : Optional.empty();
    }

    /// The source of a class by the class's name in the jar.
    Path source(String name) {
        return sources().resolve(name.replaceFirst("(\\$.*)?\\.class$", ".java"));
    }

    /// The classes that these sources were compiled to.
    SortedSet<String> before(Collection<Path> changed) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        for (Path source : changed) {
            if (hasSource(source)) {
                String relative = sources().relativize(source).toString();
                String own = relative.substring(0, relative.length() - ".java".length());
                Path folder = old().resolve(own).getParent();
                if (Files.isDirectory(folder)) {
                    try (Stream<Path> files = Files.list(folder)) {
                        files.map(file -> old().relativize(file).toString())
                                .filter(name -> isOf(own, name))
                                .forEach(names::add);
                    }
                }
            }
        }
        return names;
    }

    private static boolean isOf(String source, String name) {
        return name.equals(source + ".class")
                || (name.startsWith(source + "$") && name.endsWith(".class"));
    }

    /// Of all files below a folder.
    static Set<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Override
    public void close() throws IOException {
        inJar.close();
    }
}
