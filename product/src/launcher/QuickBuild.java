import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles changed source files into the jar of their module, with all that may see a difference;
/// a changed resource is put there as it is.
///
/// A class sees another one where its name stands in it; and what extends a changed class is changed
/// for those who see it. Constants stand in who uses them without a name, so where one has changed
/// all must be built.
///
/// `java QuickBuild.java ROOT FILE…`; ends with 1 where all must be built, and has changed nothing
/// then.
final class QuickBuild {
    private static final List<Module> MODULES =
            List.of(
                    new Module("product", "llmprof.jar"),
                    new Module("engine", "llmprof-engine.jar"));

    private final Path home;
    private final Path sources;
    private final Path jar;

    private record Module(String name, String jar) {}

    /// What goes into a jar and out of it.
    private record Ready(Path jar, SortedMap<String, Path> files, SortedSet<String> gone) {}

    private QuickBuild(Path home, String jar) {
        this.home = home;
        this.sources = home.resolve("src/main/java");
        this.jar = home.resolve("target").resolve(jar);
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        List<Path> changed = Stream.of(args).skip(1).map(Path::of).toList();
        Path work = Files.createTempDirectory("llmprof-build");
        boolean built;
        try {
            built = build(root, changed, work);
        } finally {
            delete(work);
        }
        System.exit(built ? 0 : 1);
    }

    private static boolean build(Path root, List<Path> changed, Path work) throws IOException {
        List<Ready> ready = new ArrayList<>();
        List<Path> left = new ArrayList<>(changed);
        for (Module module : MODULES) {
            var build = new QuickBuild(root.resolve(module.name()), module.jar());
            List<Path> own = changed.stream().filter(build::isOwn).toList();
            left.removeAll(own);
            if (!own.isEmpty()) {
                build.ready(own, work.resolve(module.name())).ifPresent(ready::add);
                if (ready.isEmpty() || !ready.getLast().jar().equals(build.jar)) {
                    return false;
                }
            }
        }
        if (!left.isEmpty()) {
            return false;
        }
        for (Ready one : ready) {
            install(one);
        }
        return true;
    }

    private static void install(Ready ready) throws IOException {
        try (FileSystem inJar = FileSystems.newFileSystem(ready.jar())) {
            Path old = inJar.getPath("/");
            for (String name : ready.gone()) {
                Files.delete(old.resolve(name));
            }
            for (var file : ready.files().entrySet()) {
                Path place = old.resolve(file.getKey());
                Files.copy(file.getValue(), place, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private boolean isOwn(Path file) {
        return isJava(file) || resource(file).isPresent();
    }

    private boolean isJava(Path file) {
        return file.startsWith(sources) && file.toString().endsWith(".java");
    }

    /// Its name in the jar.
    private Optional<String> resource(Path file) {
        Path resources = home.resolve("src/main/resources");
        Path conf = home.resolveSibling("conf");
        if (file.startsWith(resources)) {
            return Optional.of(resources.relativize(file).toString());
        }
        return jar.endsWith("llmprof.jar") && file.startsWith(conf)
                ? Optional.of("conf/" + conf.relativize(file))
                : Optional.empty();
    }

    private Optional<Ready> ready(List<Path> changed, Path work) throws IOException {
        SortedMap<String, Path> files = new TreeMap<>();
        SortedSet<String> gone = new TreeSet<>();
        changed.forEach(file -> resource(file).ifPresent(name -> files.put(name, file)));
        List<Path> java = changed.stream().filter(this::isJava).toList();
        if (java.isEmpty()) {
            return Optional.of(new Ready(jar, files, gone));
        }
        try (FileSystem inJar = FileSystems.newFileSystem(jar)) {
            Path old = inJar.getPath("/");
            Optional<Path> fresh = compiled(new TreeSet<>(java), old, work);
            if (fresh.isEmpty()) {
                return Optional.empty();
            }
            for (String name : names(fresh.get())) {
                files.put(name, fresh.get().resolve(name));
            }
            gone.addAll(before(sourcesOf(files.keySet()), old));
            gone.removeAll(files.keySet());
            return Optional.of(new Ready(jar, files, gone));
        }
    }

    /// Compiles these sources, then again with those that see what has changed, until no more do.
    private Optional<Path> compiled(SortedSet<Path> first, Path old, Path work) throws IOException {
        SortedSet<Path> sources = first;
        for (int round = 0; ; round++) {
            Path fresh = Files.createDirectories(work.resolve("round" + round));
            if (!compiles(sources, fresh)) {
                return Optional.empty();
            }
            SortedSet<String> seen = new TreeSet<>();
            SortedSet<String> all = new TreeSet<>(names(fresh));
            all.addAll(before(sources, old));
            for (String name : all) {
                SortedSet<String> after = ClassFace.of(fresh.resolve(name));
                SortedSet<String> before = ClassFace.of(old.resolve(name));
                if (!ClassFace.constants(after).equals(ClassFace.constants(before))) {
                    return Optional.empty();
                }
                if (!after.equals(before)) {
                    seen.add(name);
                }
            }
            SortedSet<Path> wanted = new TreeSet<>(sources);
            wanted.addAll(sourcesOf(seeing(seen, old)));
            if (!wanted.stream().allMatch(Files::isRegularFile)) {
                return Optional.empty(); // a class whose source has another name
            }
            if (wanted.equals(sources)) {
                return Optional.of(fresh);
            }
            sources = wanted;
        }
    }

    /// As Maven does where nothing is checked; what is wrong is told by Maven, which comes next.
    private boolean compiles(Collection<Path> changed, Path fresh) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path target = jar.getParent();
        String path = jar + ":" + target.resolve("lib") + "/*:" + target.resolve("torch") + "/*";
        List<String> words =
                List.of(
                        "-proc:none", "-nowarn", "-g", "-parameters", "-implicit:none",
                        "--release", "25", "-cp", path, "-d", fresh.toString());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(_ -> {}, null, null)) {
            var sources = files.getJavaFileObjectsFromPaths(changed);
            return compiler.getTask(null, files, _ -> {}, words, null, sources).call();
        }
    }

    /// The classes of the jar in which one of these is named, or one that extends one of these.
    private static SortedSet<String> seeing(SortedSet<String> changed, Path old) throws IOException {
        SortedSet<String> seeing = new TreeSet<>();
        Deque<String> ahead = new ArrayDeque<>(changed);
        Set<String> known = new HashSet<>(changed);
        Map<String, String> texts = new HashMap<>();
        if (!changed.isEmpty()) {
            for (String name : names(old)) {
                if (name.endsWith(".class")) {
                    texts.put(name, Files.readString(old.resolve(name), StandardCharsets.ISO_8859_1));
                }
            }
        }
        while (!ahead.isEmpty()) {
            String name = ahead.remove();
            String type = name.substring(0, name.length() - ".class".length());
            for (var other : texts.entrySet()) {
                if (other.getValue().contains(type)) {
                    seeing.add(other.getKey());
                    if (isBelow(old.resolve(other.getKey()), type) && known.add(other.getKey())) {
                        ahead.add(other.getKey());
                    }
                }
            }
        }
        return seeing;
    }

    private static boolean isBelow(Path file, String type) throws IOException {
        ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
        return Stream.concat(model.superclass().stream(), model.interfaces().stream())
                .anyMatch(above -> above.asInternalName().equals(type));
    }

    private SortedSet<Path> sourcesOf(Collection<String> classes) {
        return classes.stream()
                .filter(name -> name.endsWith(".class"))
                .map(name -> name.replaceFirst("(\\$.*)?\\.class$", ".java"))
                .map(sources::resolve)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The classes that these sources were compiled to.
    private SortedSet<String> before(Collection<Path> changed, Path old) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        for (Path source : changed) {
            String relative = sources.relativize(source).toString();
            Path own = old.resolve(relative.substring(0, relative.length() - ".java".length()));
            if (!Files.isDirectory(own.getParent())) {
                continue;
            }
            try (Stream<Path> files = Files.list(own.getParent())) {
                files.map(file -> old.relativize(file).toString())
                        .filter(name -> isOf(old.relativize(own).toString(), name))
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static boolean isOf(String source, String name) {
        return name.equals(source + ".class")
                || (name.startsWith(source + "$") && name.endsWith(".class"));
    }

    private static SortedSet<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(folder)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
