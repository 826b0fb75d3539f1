package dev.llmprof.run;

import dev.llmprof.app.Main;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// llmprof in a process of its own, as a user's shell starts it.
record Llmprof(Process process, Path out, Path err) {

    /// `wrapper` stands before the Java program: another user, a smaller disk.
    static Llmprof start(Path scratch, List<String> wrapper, List<String> words)
            throws IOException {
        Path out = Files.createTempFile(scratch, "out", ".txt");
        Path err = Files.createTempFile(scratch, "err", ".txt");
        var argv = new ArrayList<>(wrapper);
        // A test in the background has SIGINT ignored, and its children too.
        argv.addAll(List.of("env", "--default-signal=INT,TERM,HUP"));
        argv.addAll(java());
        argv.addAll(words);
        Process process =
                new ProcessBuilder(argv)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        return new Llmprof(process, out, err);
    }

    /// `run` of a program with one stage.
    static List<String> words(Path run, String stage, List<String> overrides, String... program) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "run",
                                "hydra.run.dir=" + run,
                                "pipeline.static_analysis.enable=false",
                                "pipeline.torch_profiler.enable=false",
                                "pipeline." + stage + ".enable=true"));
        words.addAll(overrides);
        words.add("--");
        words.addAll(List.of(program));
        return words;
    }

    static List<String> java() {
        return List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx96m",
                "--enable-native-access=ALL-UNNAMED",
                "-Djdk.console=java.base",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                "-cp",
                classPath(),
                Main.class.getName());
    }

    /// Of these tests, however they were started.
    private static String classPath() {
        return Main.class.getClassLoader() instanceof URLClassLoader loader
                ? Stream.of(loader.getURLs())
                        .map(url -> Path.of(URI.create(url.toString())).toString())
                        .collect(Collectors.joining(File.pathSeparator))
                : System.getProperty("java.class.path");
    }

    int exit() throws InterruptedException {
        return process.waitFor();
    }

    /// What the terminal sends on Ctrl-C.
    void interrupt() throws IOException, InterruptedException {
        signal("INT");
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    }

    String errors() throws IOException {
        return Files.readString(err);
    }

    String output() throws IOException {
        return Files.readString(out);
    }

    /// Waits until a file holds a word; gives up when llmprof ends first.
    void awaitWord(Path file, String word) throws IOException, InterruptedException {
        await(() -> holds(file, word));
    }

    void await(BooleanSupplier condition) throws IOException, InterruptedException {
        while (!condition.getAsBoolean()) {
            if (!process.isAlive()) {
                throw new AssertionError("it ended before: " + errors());
            }
            Thread.sleep(20);
        }
    }

    private static boolean holds(Path file, String word) {
        try {
            return Files.exists(file) && Files.readString(file).contains(word);
        } catch (IOException e) {
            return false; // it is being written
        }
    }
}
