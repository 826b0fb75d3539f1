import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Brings the jars of the modules up to changed, new and deleted files: compiles sources, with all that
/// may see a difference, and puts resources there as they are.
///
/// `java QuickBuild.java ROOT FILE…`; a file that is not there is one that was deleted. It ends with
/// 1 where Maven must build, and has changed nothing then.
final class QuickBuild {
    private final List<BuildModule> modules;
    private final Sight sight;

    /// What goes into a module's jar and out of it.
    private record Ready(BuildModule module, SortedMap<String, Path> files, SortedSet<String> gone) {
        boolean isNothing() {
            return files.isEmpty() && gone.isEmpty();
        }
    }

    private QuickBuild(List<BuildModule> modules) {
        this.modules = modules;
        this.sight = new Sight(modules);
    }

    public static void main(String[] args) throws IOException {
        List<Path> changed = Stream.of(args).skip(1).map(Path::of).toList();
        List<BuildModule> modules = BuildModule.all(Path.of(args[0]));
        Path work = Files.createTempDirectory("llmprof-build");
        Optional<List<Ready>> ready;
        try {
            ready = new QuickBuild(modules).ready(changed, work);
            for (BuildModule module : modules) {
                module.close();
            }
            if (ready.isPresent()) {
                install(ready.get());
            }
        } finally {
            delete(work);
        }
        System.exit(ready.isPresent() ? 0 : 1);
    }

    private Optional<List<Ready>> ready(List<Path> changed, Path work) throws IOException {
        SortedSet<Path> sources =
                changed.stream()
                        .filter(file -> modules.stream().anyMatch(one -> one.hasSource(file)))
                        .collect(Collectors.toCollection(TreeSet::new));
        List<Path> others = changed.stream().filter(file -> !sources.contains(file)).toList();
        if (!others.stream().allMatch(file -> modules.stream().anyMatch(one -> one.resource(file).isPresent()))) {
            return Optional.empty();
        }
        Path fresh = work;
        if (!sources.isEmpty()) {
            Optional<Path> compiled = compiled(sources, work);
            if (compiled.isEmpty()) {
                return Optional.empty();
            }
            fresh = compiled.get();
        }
        List<Ready> ready = new ArrayList<>();
        for (BuildModule module : modules) {
            ready.add(ready(module, others, sources, fresh.resolve(module.name())));
        }
        return Optional.of(ready);
    }

    private static Ready ready(
            BuildModule module, List<Path> resources, SortedSet<Path> sources, Path fresh)
            throws IOException {
        SortedMap<String, Path> files = new TreeMap<>();
        SortedSet<String> gone = new TreeSet<>();
        Set<Path> compiled = new HashSet<>(sources);
        for (String name : BuildModule.names(fresh)) {
            files.put(name, fresh.resolve(name));
            compiled.add(module.source(name));
        }
        gone.addAll(module.before(compiled));
        for (Path file : resources) {
            module.resource(file).ifPresent(name -> {
                if (Files.isRegularFile(file)) {
                    files.put(name, file);
                } else {
                    gone.add(name);
                }
            });
        }
        gone.removeAll(files.keySet());
        return new Ready(module, files, gone);
    }

    /// Compiles these sources, then again with those that see what has changed, until no more do.
    private Optional<Path> compiled(SortedSet<Path> first, Path work) throws IOException {
        SortedSet<Path> sources = first;
        for (int round = 0; ; round++) {
            Path fresh = work.resolve("round" + round);
            if (!ModuleCompiler.compiles(modules, sources, fresh)) {
                return Optional.empty();
            }
            SortedSet<Path> wanted = new TreeSet<>(sources);
            wanted.addAll(sight.seeing(difference(sources, fresh)));
            if (!wanted.stream().allMatch(file -> first.contains(file) || Files.isRegularFile(file))) {
                return Optional.empty(); // a class whose source has another name
            }
            if (wanted.equals(sources)) {
                return Optional.of(fresh);
            }
            sources = wanted;
        }
    }

    private Sight.Difference difference(SortedSet<Path> sources, Path fresh) throws IOException {
        var difference = new Sight.Difference(new HashMap<>(), new HashSet<>());
        for (BuildModule module : modules) {
            Path made = fresh.resolve(module.name());
            SortedSet<String> names = new TreeSet<>(BuildModule.names(made));
            names.addAll(module.before(sources));
            for (String name : names) {
                Set<ClassFace.Part> after = ClassFace.of(made.resolve(name));
                Set<ClassFace.Part> before = ClassFace.of(module.old().resolve(name));
                add(Sight.type(name), before, after, difference);
            }
        }
        return difference;
    }

    private static void add(
            String type, Set<ClassFace.Part> before, Set<ClassFace.Part> after, Sight.Difference to) {
        Set<ClassFace.Part> parts = new HashSet<>(before);
        parts.addAll(after);
        parts.removeIf(part -> before.contains(part) && after.contains(part));
        if (parts.isEmpty()) {
            return;
        }
        for (ClassFace.Part part : parts) {
            boolean unnamed = part.use() == ClassFace.Use.UNNAMED;
            to.types()
                    .computeIfAbsent(type, _ -> new HashSet<>())
                    .add(unnamed ? "" : part.name());
            if (part.use() == ClassFace.Use.COPIED) {
                to.words().add(part.name());
            }
        }
        String name = Sight.simpleName(type);
        if ((before.isEmpty() || after.isEmpty()) && !name.isEmpty()) {
            to.words().add(name);
        }
    }

    /// The programs come last: start-up is recorded again once their jars are newer, and Java wants
    /// that for another library, too.
    private static void install(List<Ready> ready) throws IOException {
        Set<Path> beside = new HashSet<>();
        for (Ready one : ready) {
            BuildModule module = one.module();
            if (!one.isNothing()) {
                install(one);
                for (Path copy : module.copies()) {
                    Files.copy(module.jar(), copy, StandardCopyOption.REPLACE_EXISTING);
                    beside.add(copy);
                }
            }
            if (module.libraries().stream().anyMatch(beside::contains)) {
                Files.setLastModifiedTime(module.jar(), FileTime.from(Instant.now()));
            }
        }
    }

    private static void install(Ready ready) throws IOException {
        try (FileSystem inJar = FileSystems.newFileSystem(ready.module().jar())) {
            Path old = inJar.getPath("/");
            for (String name : ready.gone()) {
                Files.deleteIfExists(old.resolve(name));
                Files.deleteIfExists(ready.module().classes().resolve(name));
            }
            for (var file : ready.files().entrySet()) {
                Path place = old.resolve(file.getKey());
                Files.createDirectories(place.getParent());
                Files.copy(file.getValue(), place, StandardCopyOption.REPLACE_EXISTING);
            }
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
