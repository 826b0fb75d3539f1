package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes.Answer;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// A source tree of four small modules, built as Maven lays them out, for the quick build to
/// change.
final class QuickBuildTree {
    private static final Map<String, String> JARS =
            Map.of(
                    "base", "llmprof-base-0.1.0.jar",
                    "config", "llmprof-config-0.1.0.jar",
                    "product", "llmprof.jar",
                    "engine", "llmprof-engine.jar");

    private static final Path LAUNCHER = SharedData.projectRoot().resolve("product/src/launcher");

    private final Path root;

    private QuickBuildTree(Path root) {
        this.root = root;
    }

    /// Of sources by their module and name, as `base/g/Ground`.
    static QuickBuildTree built(Path root, Map<String, String> sources) throws IOException {
        var tree = new QuickBuildTree(root);
        for (var source : sources.entrySet()) {
            tree.write(source.getKey(), source.getValue());
        }
        tree.build("base", List.of("product", "engine"));
        tree.build("config", List.of("product"));
        tree.build("product", List.of());
        tree.build("engine", List.of());
        String quick = LAUNCHER.resolve("QuickBuild.java").toString();
        String to = root.resolve("quick").toString();
        assertEquals(0, tool("javac", List.of("-sourcepath", "" + LAUNCHER, "-d", to, quick)));
        return tree;
    }

    private void build(String module, List<String> programs) throws IOException {
        Path classes = Files.createDirectories(root.resolve(module + "/target/classes"));
        String path = module.equals("config") ? programPath("product") : programPath(module);
        List<String> words = new ArrayList<>(List.of("--release", "25", "-cp", path, "-d"));
        words.add(classes.toString());
        try (Stream<Path> files = Files.walk(root.resolve(module + "/src/main/java"))) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(words::add);
        }
        assertEquals(0, tool("javac", words));
        String jar = jar(module).toString();
        assertEquals(0, tool("jar", List.of("--create", "--file", jar, "-C", "" + classes, ".")));
        for (String program : programs) {
            Path lib = Files.createDirectories(root.resolve(program + "/target/lib"));
            Files.copy(jar(module), lib.resolve(JARS.get(module)));
        }
    }

    private static int tool(String name, List<String> words) {
        return ToolProvider.findFirst(name)
                .orElseThrow()
                .run(System.out, System.err, words.toArray(String[]::new));
    }

    /// What a program is started with.
    private String programPath(String module) {
        return "%s:%s:%s".formatted(jar(module), copy("base", module), copy("config", module));
    }

    Path jar(String module) {
        return root.resolve(module + "/target").resolve(JARS.get(module));
    }

    Path copy(String module, String program) {
        return root.resolve(program + "/target/lib").resolve(JARS.get(module));
    }

    Path file(String name) {
        return root.resolve(name);
    }

    Path source(String name) {
        int end = name.indexOf('/');
        Path sources = root.resolve(name.substring(0, end)).resolve("src/main/java");
        return sources.resolve(name.substring(end + 1) + ".java");
    }

    Path write(String name, String text) throws IOException {
        Files.createDirectories(source(name).getParent());
        return Files.writeString(source(name), text);
    }

    Path change(String name, String from, String to) throws IOException {
        String before = Files.readString(source(name));
        return Files.writeString(source(name), before.replace(from, to));
    }

    /// Its exit code, run as the launcher does.
    int quickBuildFromSource(Path... changed) {
        return quickBuild(List.of(LAUNCHER.resolve("QuickBuild.java").toString()), changed);
    }

    /// The same, without compiling the quick build each time.
    int quickBuild(Path... changed) {
        return quickBuild(List.of("-cp", root.resolve("quick").toString(), "QuickBuild"), changed);
    }

    private int quickBuild(List<String> program, Path... changed) {
        List<String> words = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1"));
        words.addAll(program);
        words.add(root.toString());
        Stream.of(changed).map(Path::toString).forEach(words::add);
        return ask(words).ended() instanceof Ended.Exited exited ? exited.code() : -1;
    }

    /// What a program prints.
    String answer(String module, String main) {
        Answer answer = ask(List.of(java(), "-cp", programPath(module), main));
        return answer.output() + answer.errors();
    }

    /// Every jar with its bytes.
    Map<Path, List<Byte>> jars() throws IOException {
        Map<Path, List<Byte>> jars = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".jar")).toList()) {
                List<Byte> bytes = new ArrayList<>();
                for (byte one : Files.readAllBytes(file)) {
                    bytes.add(one);
                }
                jars.put(file, bytes);
            }
        }
        return jars;
    }

    static boolean has(Path jar, String name) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            return Files.exists(files.getPath(name));
        }
    }

    static String text(Path jar, String name) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            return Files.readString(files.getPath(name));
        }
    }

    private static String java() {
        return System.getProperty("java.home") + "/bin/java";
    }

    private static Answer ask(List<String> words) {
        return new SystemProcesses(System.getenv()).ask(Command.of(words), Duration.ofMinutes(2));
    }
}
