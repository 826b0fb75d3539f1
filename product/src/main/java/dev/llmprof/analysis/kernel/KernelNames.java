package dev.llmprof.analysis.kernel;

import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Matches one kernel's spellings across tools.
///
/// nsys prints `(int)4` where ncu prints `4` and drops namespaces, and PyTorch prints the
/// arguments' types where both print `T2`.
public final class KernelNames {
    private static final Pattern CAST =
            Pattern.compile(
                    "\\((?:bool|char|(?:unsigned |signed )?(?:int|long|short)(?:"
                            + " long)?)\\)(?=-?\\d)");

    /// ncu cuts `at::native::<unnamed>::` down to `unnamed>::`.
    private static final Pattern UNNAMED =
            Pattern.compile(
                    "(?<!\\w)<unnamed>::|unnamed>::|\\(anonymous namespace\\)::|\\{anonymous\\}::");

    private static final Pattern AFTER_ARGUMENTS =
            Pattern.compile("(?<=\\))( const| \\[clone [^\\]]*\\]| \\(\\.[\\w.]+\\))+$");

    private static final Pattern NAMESPACE = Pattern.compile("\\b[A-Za-z_]\\w*::(?=[\\[{]?\\w)");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z_]\\w*|\\d+");
    private static final Set<String> NOISE = Set.of("const", "instance", "struct", "class");

    private KernelNames() {}

    /// Equal for two spellings of one kernel: its words without return type, namespaces and
    /// arguments.
    public static String key(String name) {
        String plain = NAMESPACE.matcher(core(name)).replaceAll("");
        var words = new StringJoiner(" ");
        Matcher tokens = TOKEN.matcher(plain);
        while (tokens.find()) {
            String word = word(tokens.group());
            if (!NOISE.contains(word)) {
                words.add(word);
            }
        }
        return words.length() == 0 ? name.strip() : words.toString();
    }

    /// For a narrow place: no return type, namespaces or arguments.
    public static String brief(String name) {
        String text = NAMESPACE.matcher(core(name)).replaceAll("").strip();
        return text.isEmpty() ? name.strip() : text;
    }

    /// The function's own name, as ncu knows it: no namespaces, template parameters or arguments.
    public static String function(String name) {
        String text = brief(name);
        int template = text.indexOf('<', 1);
        return template < 0 ? text : text.substring(0, template);
    }

    private static String word(String token) {
        return switch (token) {
            case "true" -> "1";
            case "false" -> "0";
            default -> token;
        };
    }

    /// What stands between the return type and the arguments.
    static String core(String name) {
        String text = UNNAMED.matcher(CAST.matcher(name).replaceAll("")).replaceAll("");
        text = text.replaceAll("(?<=\\d)[uU]?[lL]*\\b(?<=[uUlL])", "").strip();
        text = text.endsWith(".kd") ? text.substring(0, text.length() - 3) : text;
        text = AFTER_ARGUMENTS.matcher(text).replaceAll("");
        String named = withoutArguments(text);
        boolean declared = named.length() < text.length() || text.indexOf('<') >= 0;
        return declared ? named.substring(afterReturnType(named)) : named;
    }

    private static String withoutArguments(String text) {
        if (!text.endsWith(")")) {
            return text;
        }
        int depth = 0;
        for (int i = text.length() - 1; i > 0; i--) {
            depth += text.charAt(i) == ')' ? 1 : text.charAt(i) == '(' ? -1 : 0;
            if (depth == 0) {
                return text.substring(0, i);
            }
        }
        return text;
    }

    private static int afterReturnType(String text) {
        Brackets brackets = Brackets.of(text);
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            start = text.charAt(i) == ' ' && brackets.outside(i) ? i + 1 : start;
        }
        return start;
    }
}
