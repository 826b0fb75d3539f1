package dev.llmprof.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringTokenizer;

/// Values that are secret wherever they appear. A short or common one is hidden in its own place
/// only: a report in which every `default` were hidden would be of no use.
final class SecretValues {
    private static final int SHORTEST = 6;
    private static final int SHORTEST_LINE = 16;
    private static final int SHORTEST_PART = 8;
    // What Markdown puts a backslash before; an underscore only at the edge of a word.
    private static final String MARKS =
            "[\\\\`*\\[\\]<|~]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])";
    private static final Set<String> COMMON =
            Set.of(
                    ("password passwd secret secrets token tokens default disabled enabled required"
                                    + " optional basic bearer kerberos anonymous localhost prompt changeme"
                                    + " example examples public private string number object unknown inherit"
                                    + " cookie cookies session header python python3 nvidia cuda torch"
                                    + " kernel kernels prefill decode (hidden)")
                            .split(" "));

    private SecretValues() {}

    static List<String> of(String name, String value) {
        List<String> found = new ArrayList<>(SecretUrls.values(value));
        if (SecretNames.isSecret(name)) {
            addWhole(value, found);
        }
        SecretPairs.of(value, SHORTEST)
                .forEach(pair -> addWhole(value.substring(pair.from(), pair.end()), found));
        return found.stream().map(String::strip).filter(SecretValues::isTelling).toList();
    }

    /// Also what it is made of, where it is JSON, several lines, `session=X; other=Y`, `Bearer X`:
    /// a program may show one without the others.
    private static void addWhole(String value, List<String> found) {
        found.add(value);
        value.lines().filter(line -> line.length() >= SHORTEST_LINE).forEach(found::add);
        var parts = new StringTokenizer(value, " \t\r\n\"',;=&{}[]\\");
        while (parts.hasMoreTokens()) {
            String part = parts.nextToken();
            if (part.length() >= SHORTEST_PART && SecretPairs.isMixed(part)) {
                found.add(part);
            }
        }
    }

    private static boolean isTelling(String value) {
        boolean isPath = value.startsWith("/") || value.startsWith("./") || value.startsWith("~");
        boolean isNumber = value.length() < 12 && value.chars().allMatch(c -> c <= '9');
        return value.length() >= SHORTEST
                && !isPath
                && !isNumber
                && !COMMON.contains(value.toLowerCase(Locale.ROOT));
    }

    /// As it stands in plain text, in JSON and double quotes, in HTML, in a URL, in a shell line,
    /// in CSV, in Markdown and its links, as Python shows it, and in a trace of PyTorch.
    static Set<String> spellings(String value) {
        Set<String> all = new LinkedHashSet<>();
        all.add(value);
        String quoted = value.replace("\\", "\\\\").replace("\"", "\\\"");
        all.add(quoted);
        all.add(quoted.replace("\n", "\\n").replace("\t", "\\t"));
        String html =
                value.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;");
        all.add(html.replace("'", "&#39;"));
        all.add(html.replace("'", "&#x27;"));
        String inUrl = URLEncoder.encode(value, StandardCharsets.UTF_8);
        all.add(inUrl);
        all.add(inUrl.replace("+", "%20").replace("%2F", "/"));
        all.add(value.replace("\n", "%0A").replace("<", "%3C").replace(">", "%3E"));
        all.add(value.replace("'", "'\"'\"'"));
        all.add(value.replace("'", "'\\''"));
        all.add(value.replace("\\", "\\\\").replace("'", "\\'"));
        // PyTorch has a slash for a backslash in the names of a trace.
        all.add(value.replace("\\", "/"));
        all.add(value.replace("'", "''"));
        all.add(value.replace("\"", "\"\""));
        all.add(value.replace("|", "\\|"));
        all.add(value.replaceAll(MARKS, "\\\\$0"));
        String inScript = quoted.replace("<", "\\u003c").replace("&", "\\u0026");
        all.add(inScript);
        all.add(inAscii(inScript, "\\u%04X"));
        all.add(inAscii(quoted, "\\u%04x"));
        return all;
    }

    /// As JSON has it where a program leaves nothing but ASCII in it.
    private static String inAscii(String text, String format) {
        var out = new StringBuilder();
        text.chars()
                .forEach(c -> {
                    if (c < 0x80) {
                        out.append((char) c);
                    } else {
                        out.append(String.format(Locale.ROOT, format, c));
                    }
                });
        return out.toString();
    }
}
