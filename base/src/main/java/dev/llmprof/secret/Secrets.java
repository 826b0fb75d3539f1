package dev.llmprof.secret;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What is not written down, into no file and onto no terminal of ours: what has a secret's name,
/// what looks like one, and from then on its value wherever it appears.
///
/// What a process has learnt to be secret stays so until its end, in every run of a sweep and in
/// every thread: hence the one list for all.
public final class Secrets {
    public static final String HIDDEN = "(hidden)";

    private static final Pattern ASSIGNMENT = Pattern.compile("([^=\\s]+)=(.*)", Pattern.DOTALL);
    private static final Pattern HEADER =
            Pattern.compile(
                    "(?i)((?:proxy-)?authorization|x-api-key|cookie)(\\s*[:=]\\s*)"
                            + "((?:bearer|basic|token|digest)\\s+)?(.*)",
                    Pattern.DOTALL);

    /// The longest first, or a part of one would be left.
    private static volatile List<String> values = List.of();

    private static volatile Set<String> names = Set.of();

    private Secrets() {}

    /// The variables of an environment that hold secrets, and the passwords in those that are URLs.
    public static void learn(Map<String, String> variables) {
        variables.forEach(Secrets::learn);
    }

    /// A variable, key or flag and its value.
    public static void learn(String name, String value) {
        List<String> found = SecretValues.of(name, value);
        if (!found.isEmpty()) {
            add(name, found);
        }
    }

    /// The words of a command line: `--password=X`, `--api-key X`, `HF_TOKEN=X`, URLs.
    public static void learn(List<String> words) {
        String name = "";
        for (String word : words) {
            Matcher assignment = ASSIGNMENT.matcher(word);
            Matcher header = HEADER.matcher(word);
            if (header.matches()) {
                learn(header.group(1), header.group(4));
            } else if (assignment.matches() && !isUrl(assignment.group(1))) {
                learn(assignment.group(1), assignment.group(2));
            } else {
                learn(isValue(word) ? name : "", word);
            }
            name = flag(word);
        }
    }

    private static synchronized void add(String name, List<String> found) {
        Set<String> more = new TreeSet<>(names);
        more.add(name);
        names = Collections.unmodifiableSet(more);
        List<String> all = new ArrayList<>(values);
        found.stream()
                .flatMap(value -> SecretValues.spellings(value).stream())
                .filter(each -> !all.contains(each))
                .forEach(all::add);
        all.sort(Comparator.comparingInt(String::length).reversed());
        values = List.copyOf(all);
    }

    /// What held one of them; the names are none.
    public static Set<String> names() {
        return names;
    }

    static List<String> known() {
        return values;
    }

    /// A text without what looks like a secret and without what is known to be one.
    public static String hide(String text) {
        String shown = text;
        for (String value : values) {
            shown = shown.replace(value, HIDDEN);
        }
        return SecretShapes.hide(shown);
    }

    /// What a key, variable or flag of that name may show of its value.
    public static String hide(String name, String value) {
        return SecretNames.isSecret(name) && !value.isEmpty()
                ? HIDDEN
                : SecretPairs.hide(hide(value));
    }

    /// `name=value` without its value where the name tells a secret.
    public static String hideWord(String word) {
        Matcher header = HEADER.matcher(word);
        if (header.matches()) {
            return header.group(1) + header.group(2) + HIDDEN;
        }
        Matcher matcher = ASSIGNMENT.matcher(word);
        return matcher.matches() && !isUrl(matcher.group(1))
                ? hide(matcher.group(1)) + "=" + hide(matcher.group(1), matcher.group(2))
                : SecretPairs.hide(hide(word));
    }

    /// The same for the words of a command line, where a secret may also follow its flag.
    public static List<String> hideWords(List<String> words) {
        List<String> shown = new ArrayList<>();
        String name = "";
        for (String word : words) {
            shown.add(isValue(word) && SecretNames.isSecret(name) ? HIDDEN : hideWord(word));
            name = flag(word);
        }
        return List.copyOf(shown);
    }

    /// Its `=` belongs to a parameter.
    private static boolean isUrl(String name) {
        return name.contains("://");
    }

    private static boolean isValue(String word) {
        return !word.startsWith("-");
    }

    private static String flag(String word) {
        return word.startsWith("-") && word.length() > 2 && !word.contains("=") ? word : "";
    }
}
