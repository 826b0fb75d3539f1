import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which sources may see a change of classes.
///
/// A class sees another one where its name stands in it, and what extends a changed class is changed
/// for those who see it. Of these, only such are concerned that call what has changed by its name,
/// where it cannot be used without. What may leave no name in a class, constants and names of classes
/// that come and go, is looked for in the sources.
final class Sight {
    private static final String CLASS = ".class";
    private static final Pattern DIGITS = Pattern.compile("^[0-9]+");

    private final List<BuildModule> modules;
    private final Map<Made, String> classes = new HashMap<>();
    private final Map<Path, String> sources = new HashMap<>();

    Sight(List<BuildModule> modules) {
        this.modules = modules;
    }

    /// What is different: of each class, the names by which it is used, or "" where there may be none;
    /// and words that concern every source in which they stand.
    record Difference(Map<String, Set<String>> types, Set<String> words) {}

    private record Made(BuildModule module, String name) {}

    SortedSet<Path> seeing(Difference difference) throws IOException {
        SortedSet<Path> seeing = new TreeSet<>();
        if (difference.types().isEmpty()) {
            return seeing;
        }
        read();
        for (var type : difference.types().entrySet()) {
            addSeeing(type.getKey(), type.getValue(), seeing);
        }
        sources.forEach((source, text) -> {
            if (hasAny(text, difference.words())) {
                seeing.add(source);
            }
        });
        return seeing;
    }

    private void addSeeing(String changed, Set<String> words, Set<Path> seeing) throws IOException {
        Deque<String> ahead = new ArrayDeque<>(List.of(changed));
        Set<String> known = new TreeSet<>(ahead);
        while (!ahead.isEmpty()) {
            String type = ahead.remove();
            for (var other : classes.entrySet()) {
                if (!other.getValue().contains(type)) {
                    continue;
                }
                Made made = other.getKey();
                Path source = made.module().source(made.name());
                boolean below = isBelow(made, type);
                if (below && known.add(type(made.name()))) {
                    ahead.add(type(made.name()));
                }
                // No text: a class whose source has another name, of which nobody can tell.
                if (below || !sources.containsKey(source) || hasAny(sources.get(source), words)) {
                    seeing.add(source);
                }
            }
        }
    }

    private static boolean isBelow(Made made, String type) throws IOException {
        Path file = made.module().old().resolve(made.name());
        ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
        return Stream.concat(model.superclass().stream(), model.interfaces().stream())
                .anyMatch(above -> above.asInternalName().equals(type));
    }

    /// A word may be written with escapes; such sources are taken to have all.
    private static boolean hasAny(String text, Set<String> words) {
        return words.contains("")
                || (!words.isEmpty() && text.contains("\\u"))
                || words.stream().anyMatch(word -> has(text, word));
    }

    private static boolean has(String text, String word) {
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            int end = at + word.length();
            boolean begins = at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1));
            boolean ends =
                    end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end));
            if (begins && ends) {
                return true;
            }
        }
        return false;
    }

    private void read() throws IOException {
        if (!classes.isEmpty()) {
            return;
        }
        for (BuildModule module : modules) {
            for (String name : BuildModule.names(module.old())) {
                if (name.endsWith(CLASS)) {
                    Path file = module.old().resolve(name);
                    classes.put(
                            new Made(module, name),
                            Files.readString(file, StandardCharsets.ISO_8859_1));
                }
            }
            for (String name : BuildModule.names(module.sources())) {
                if (name.endsWith(".java")) {
                    Path file = module.sources().resolve(name);
                    sources.put(file, Files.readString(file));
                }
            }
        }
    }

    static String type(String name) {
        return name.substring(0, name.length() - CLASS.length());
    }

    /// The name by which sources call a class: without its package, the classes around it and the
    /// number of a local one; empty for one that has no name.
    static String simpleName(String type) {
        String last = type.substring(Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')) + 1);
        return DIGITS.matcher(last).replaceFirst("");
    }
}
