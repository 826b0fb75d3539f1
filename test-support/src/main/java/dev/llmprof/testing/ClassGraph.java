package dev.llmprof.testing;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Compiled classes and the classes of this project that each names; nested ones count as the
/// outermost around them. Names are full, with dots.
public record ClassGraph(Map<String, Set<String>> knows) {
    private static final Pattern NAME = Pattern.compile("\\bL?(dev/llmprof/[\\w/]+)");

    /// Of all class files below these folders.
    public static ClassGraph of(List<Path> folders) throws IOException {
        Map<String, Set<String>> knows = new TreeMap<>();
        for (Path folder : folders) {
            for (Path file : classFiles(folder)) {
                String name = folder.relativize(file).toString().replaceAll("(\\$.*)?\\.class", "");
                knows.computeIfAbsent(name.replace('/', '.'), _ -> new TreeSet<>())
                        .addAll(named(ClassFile.of().parse(file).constantPool()));
            }
        }
        knows.keySet().removeIf(name -> name.endsWith("package-info"));
        return new ClassGraph(knows);
    }

    /// The class files below a folder.
    public static List<Path> classFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
        }
    }

    public static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    /// Each package and the other packages that its classes know.
    public Map<String, Set<String>> packages() {
        Map<String, Set<String>> packages = new TreeMap<>();
        knows.forEach((type, others) -> {
            String own = packageOf(type);
            Set<String> known = packages.computeIfAbsent(own, _ -> new TreeSet<>());
            others.stream()
                    .map(ClassGraph::packageOf)
                    .filter(other -> !other.equals(own))
                    .forEach(known::add);
        });
        return packages;
    }

    /// Packages that know each other in a circle, each with those of the circle that it knows; none
    /// is left when whoever knows no other, or is known by none, has been taken away.
    public Map<String, Set<String>> circles() {
        Map<String, Set<String>> left = packages();
        boolean smaller = true;
        while (smaller) {
            Set<String> known = new HashSet<>();
            left.values().forEach(known::addAll);
            smaller =
                    left.entrySet()
                            .removeIf(e -> e.getValue().isEmpty() || !known.contains(e.getKey()));
            left.values().forEach(others -> others.retainAll(left.keySet()));
        }
        return left;
    }

    /// Texts in the code are not names, though a resource's path may look like one.
    private static Set<String> named(ConstantPool pool) {
        Set<Integer> texts = new HashSet<>();
        for (var entry : pool) {
            if (entry instanceof StringEntry text) {
                texts.add(text.utf8().index());
            }
        }
        Set<String> names = new TreeSet<>();
        for (var entry : pool) {
            if (entry instanceof Utf8Entry text && !texts.contains(text.index())) {
                NAME.matcher(text.stringValue())
                        .results()
                        .map(match -> match.group(1).replace('/', '.'))
                        .forEach(names::add);
            }
        }
        return names;
    }
}
