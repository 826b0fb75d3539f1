import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles sources of several modules, each module with what it may use and no more.
final class ModuleCompiler {
    private ModuleCompiler() {}

    /// Into a folder for each module. Of sources that are gone it only forgets the classes. What is
    /// wrong is told by Maven, which comes next.
    static boolean compiles(List<BuildModule> modules, Collection<Path> sources, Path fresh)
            throws IOException {
        Set<String> replaced = new HashSet<>();
        for (BuildModule module : modules) {
            for (String name : module.before(sources)) {
                String type = name.substring(0, name.length() - ".class".length());
                replaced.add(type.replace('/', '.'));
            }
        }
        for (BuildModule module : modules) {
            List<Path> own =
                    sources.stream().filter(module::hasSource).filter(Files::isRegularFile).toList();
            if (!own.isEmpty() && !compiles(own, path(module, modules, fresh), module, fresh, replaced)) {
                return false;
            }
        }
        return true;
    }

    private static String path(BuildModule module, List<BuildModule> modules, Path fresh) {
        List<Path> path = new ArrayList<>();
        for (BuildModule other : modules) {
            if (module.isCompiledWith(other)) {
                path.add(fresh.resolve(other.name()));
            }
        }
        path.add(module.jar());
        path.addAll(module.libraries());
        return path.stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    /// As Maven does where nothing is checked.
    private static boolean compiles(
            List<Path> sources, String path, BuildModule module, Path fresh, Set<String> replaced)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path to = Files.createDirectories(fresh.resolve(module.name()));
        List<String> words =
                List.of(
                        "-proc:none", "-nowarn", "-g", "-parameters", "-implicit:none",
                        "--release", "25", "-cp", path, "-d", to.toString());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(_ -> {}, null, null)) {
            var given = files.getJavaFileObjectsFromPaths(sources);
            var without = new Without(files, replaced);
            return compiler.getTask(null, without, _ -> {}, words, null, given).call();
        }
    }

    /// Old classes of sources that are compiled anew or gone are not found in the jars any more.
    private static final class Without extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Set<String> replaced;

        Without(StandardJavaFileManager files, Set<String> replaced) {
            super(files);
            this.replaced = replaced;
        }

        @Override
        public Iterable<JavaFileObject> list(
                Location location, String room, Set<JavaFileObject.Kind> kinds, boolean below)
                throws IOException {
            Iterable<JavaFileObject> all = super.list(location, room, kinds, below);
            return StreamSupport.stream(all.spliterator(), false)
                    .filter(file ->
                            !file.toUri().getScheme().equals("jar")
                                    || !replaced.contains(inferBinaryName(location, file)))
                    .toList();
        }
    }
}
