package dev.llmprof.tool;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Range filters as ncu wants them.
public final class NvtxInclude {
    static final String FLAG = "--nvtx-include";
    private static final Pattern SEPARATORS = Pattern.compile("[;|,\\s]+");

    private NvtxInclude() {}

    /// ncu takes a bare name for a start/end range, while Python's annotations are push/pop ones: a
    /// name without `/` or `]` loses a trailing `*` and gains `/`.
    public static String pushPop(String expression) {
        if (expression.contains("/") || expression.contains("]")) {
            return expression;
        }
        String name =
                expression.endsWith("*")
                        ? expression.substring(0, expression.length() - 1)
                        : expression;
        return name + "/";
    }

    /// `A;B;C` in one text means three filters: ncu would look for one range of that name.
    public static List<String> split(String text) {
        boolean structured = text.contains("/") || text.contains("]") || text.contains("@");
        return structured
                ? List.of(text.strip())
                : Stream.of(SEPARATORS.split(text.strip()))
                        .filter(part -> !part.isEmpty())
                        .distinct()
                        .toList();
    }

    /// The names of the ranges that a command line of ncu asks for.
    public static List<String> labels(List<String> argv) {
        return IntStream.range(1, argv.size())
                .filter(i -> argv.get(i - 1).equals(FLAG))
                .mapToObj(i -> label(argv.get(i)))
                .distinct()
                .toList();
    }

    /// The range as nsys lists it: `domain:range`, without its domain in the default one.
    public static String rangeName(String expression) {
        String label = label(expression);
        int at = label.indexOf('@');
        String domain = at < 0 ? "*" : label.substring(at + 1);
        String name = at < 0 ? label : label.substring(0, at);
        return domain.equals("*") || domain.isEmpty() ? name : domain + ":" + name;
    }

    /// The range's own name, without what tells ncu how to look for it.
    public static String label(String expression) {
        String bare = expression.replaceAll("[/\\]]+$", "");
        int inner = Math.max(bare.lastIndexOf('/'), bare.lastIndexOf(']'));
        String name = inner < 0 ? bare : bare.substring(inner + 1);
        return name.endsWith("*") ? name.substring(0, name.length() - 1) : name;
    }
}
