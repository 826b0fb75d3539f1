package dev.llmprof.analysis.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/// The words of a kernel's function name, `_rms_norm_kernel_`, and those of its namespaces and
/// template parameters. Arguments tell nothing and are gone.
record KernelFunction(String own, String around) {
    private static final Pattern CAMEL =
            Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+");
    private static final Pattern NO_NAME = Pattern.compile("operator\\b.*|[\\[{(].*|");

    static KernelFunction of(String name) {
        return name.startsWith("_Z") ? mangled(name) : demangled(KernelNames.core(name));
    }

    private static KernelFunction demangled(String text) {
        Brackets brackets = Brackets.of(text);
        List<String> parts = new ArrayList<>();
        var around = new StringJoiner(" ");
        int start = 0;
        for (int at = 0; at <= text.length(); at++) {
            boolean end = at == text.length();
            if (end || (text.startsWith("::", at) && brackets.outside(at))) {
                String part = text.substring(start, at);
                int template = part.startsWith("operator") ? -1 : part.indexOf('<', 1);
                parts.add(template < 0 ? part : part.substring(0, template));
                around.add(template < 0 ? "" : part.substring(template));
                start = at + 2;
                at++; // of three colons the last two are no other separator
            }
        }
        return of(parts, around.toString());
    }

    private static KernelFunction of(List<String> parts, String templates) {
        int last = parts.size() - 1;
        while (last > 0 && NO_NAME.matcher(parts.get(last).strip()).matches()) {
            last--;
        }
        String spaces = String.join(" ", parts.subList(0, last));
        return new KernelFunction(words(parts.get(last)), words(spaces + " " + templates));
    }

    /// Enough of the Itanium ABI to find the identifiers: each has its length before it. The
    /// function's are those before its template parameters.
    private static KernelFunction mangled(String name) {
        List<String> path = new ArrayList<>();
        var rest = new StringJoiner(" ");
        boolean nested = name.startsWith("_ZN");
        boolean head = true;
        for (int at = nested ? 3 : 2; at < name.length(); at++) {
            String identifier = identifier(name, at);
            if (identifier.isEmpty()) {
                head &= path.isEmpty() || (nested && "IE".indexOf(name.charAt(at)) < 0);
                continue;
            }
            if (head && !identifier.startsWith("_GLOBAL__N_")) {
                path.add(identifier);
            } else {
                rest.add(identifier);
            }
            at = name.indexOf(identifier, at) + identifier.length() - 1;
        }
        return path.isEmpty()
                ? new KernelFunction(words(name), words(""))
                : of(path, rest.toString());
    }

    /// The one whose length stands here, or nothing.
    private static String identifier(String name, int at) {
        int from = at;
        while (from < name.length() && from - at < 4 && Character.isDigit(name.charAt(from))) {
            from++;
        }
        int length = from == at ? 0 : Integer.parseInt(name.substring(at, from));
        boolean whole = length > 0 && from + length <= name.length();
        boolean named = whole && Character.isJavaIdentifierStart(name.charAt(from));
        return named ? name.substring(from, from + length) : "";
    }

    private static String words(String text) {
        var words = new StringJoiner("_", "_", "_");
        for (String word : CAMEL.split(text, -1)) {
            if (!word.isEmpty()) {
                words.add(word.toLowerCase(Locale.ROOT));
            }
        }
        return words.toString();
    }
}
