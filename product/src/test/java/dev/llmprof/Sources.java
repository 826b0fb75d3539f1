package dev.llmprof;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// The sources of all modules, for tests that hold their shape.
final class Sources {
    static final List<String> MODULES = List.of("base", "config", "product", "engine");

    private Sources() {}

    /// The Java files of a module's main code.
    static List<Path> of(String module) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java").normalize())) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }

    static List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String module : MODULES) {
            all.addAll(of(module));
        }
        return all;
    }

    /// Parses the files and hands each on, with the means to find places in it.
    static void parse(List<Path> files, BiConsumer<CompilationUnitTree, Trees> taker)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager =
                compiler.getStandardFileManager(_ -> {}, Locale.ROOT, StandardCharsets.UTF_8)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            var options = List.of("-proc:none");
            var task = (JavacTask) compiler.getTask(null, manager, _ -> {}, options, null, units);
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                taker.accept(unit, trees);
            }
        }
    }
}
