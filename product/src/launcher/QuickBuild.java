import java.io.IOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles changed source files of one module against its jar, and puts their classes into it, if
/// no other class can see a difference: then nothing else is to be compiled.
///
/// `java QuickBuild.java ROOT FILE…`; ends with 1 where all must be built, and has changed nothing
/// then.
final class QuickBuild {
    private static final List<Module> MODULES =
            List.of(
                    new Module("product", "llmprof.jar"),
                    new Module("engine", "llmprof-engine.jar"));

    private final Path sources;
    private final Path jar;

    private record Module(String name, String jar) {}

    private QuickBuild(Path sources, Path jar) {
        this.sources = sources;
        this.jar = jar;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        List<Path> changed = Stream.of(args).skip(1).map(Path::of).toList();
        for (Module module : MODULES) {
            Path home = root.resolve(module.name());
            Path sources = home.resolve("src/main/java");
            if (changed.stream().allMatch(file -> file.startsWith(sources) && isJava(file))) {
                Path jar = home.resolve("target").resolve(module.jar());
                System.exit(new QuickBuild(sources, jar).build(changed) ? 0 : 1);
            }
        }
        System.exit(1);
    }

    private static boolean isJava(Path file) {
        return file.toString().endsWith(".java");
    }

    private boolean build(List<Path> changed) throws IOException {
        Path fresh = Files.createTempDirectory("llmprof-build");
        try (FileSystem inJar = FileSystems.newFileSystem(jar)) {
            Path old = inJar.getPath("/");
            if (!compiles(changed, fresh) || !isSeenByNobody(changed, fresh, old)) {
                return false;
            }
            for (String name : names(fresh)) {
                Files.copy(
                        fresh.resolve(name),
                        old.resolve(name),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            return true;
        } finally {
            delete(fresh);
        }
    }

    /// As Maven does where nothing is checked; what is wrong is told by Maven, which comes next.
    private boolean compiles(List<Path> changed, Path fresh) throws IOException {
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

    private boolean isSeenByNobody(List<Path> changed, Path fresh, Path old) throws IOException {
        SortedSet<String> names = names(fresh);
        if (!names.equals(before(changed, old))) {
            return false;
        }
        for (String name : names) {
            if (!api(fresh.resolve(name)).equals(api(old.resolve(name)))) {
                return false;
            }
        }
        return true;
    }

    /// The classes that these sources were compiled to.
    private SortedSet<String> before(List<Path> changed, Path old) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        for (Path source : changed) {
            String relative = sources.relativize(source).toString();
            Path own = old.resolve(relative.substring(0, relative.length() - ".java".length()));
            if (!Files.isDirectory(own.getParent())) {
                return names;
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

    /// All that another class may be compiled by.
    private static SortedSet<String> api(Path file) throws IOException {
        ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
        String self = model.thisClass().asInternalName();
        SortedSet<String> lines = new TreeSet<>();
        lines.add(
                "%d %s %s %s %s"
                        .formatted(
                                model.flags().flagsMask(),
                                self,
                                model.superclass(),
                                model.interfaces(),
                                typed(model)));
        for (FieldModel field : model.fields()) {
            if (!field.flags().has(AccessFlag.PRIVATE)) {
                int flags = field.flags().flagsMask();
                lines.add(flags + " " + field.fieldName() + " " + field.fieldType() + typed(field));
            }
        }
        for (MethodModel method : model.methods()) {
            if (!method.flags().has(AccessFlag.PRIVATE)) {
                int flags = method.flags().flagsMask();
                lines.add(
                        flags
                                + (" " + method.methodName() + " " + method.methodType())
                                + typed(method));
            }
        }
        model.findAttribute(Attributes.innerClasses()).ifPresent(all ->
                all.classes().stream()
                        .filter(inner -> inner.innerClass().asInternalName().startsWith(self))
                        .map(InnerClassInfo::toString)
                        .forEach(lines::add));
        return lines;
    }

    private static String typed(AttributedElement element) {
        var text = new StringBuilder();
        element.findAttribute(Attributes.signature())
                .ifPresent(said -> text.append(" ").append(said.signature()));
        element.findAttribute(Attributes.constantValue())
                .ifPresent(said -> text.append(" = ").append(said.constant().constantValue()));
        element.findAttribute(Attributes.exceptions())
                .ifPresent(said -> text.append(" throws ").append(said.exceptions()));
        element.findAttribute(Attributes.permittedSubclasses())
                .ifPresent(said -> text.append(" permits ").append(said.permittedSubclasses()));
        element.findAttribute(Attributes.annotationDefault())
                .ifPresent(said -> text.append(" default ").append(said.defaultValue()));
        element.findAttribute(Attributes.record()).ifPresent(said ->
                said.components().forEach(part ->
                        text.append(" " + part.name() + " " + part.descriptor())
                                .append(typed(part))));
        return text.toString();
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
