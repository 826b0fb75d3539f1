package dev.llmprof.report.format;

import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.shipped.ShippedText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A document as one self-contained page: style, script, chart library and data inside, nothing
/// fetched, and a policy that lets nothing but our own scripts run.
public final class Html {
    private static final String ECHARTS =
            "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.min.js";

    private static final List<String> SCRIPTS =
            List.of(
                    ECHARTS,
                    "words.js",
                    "timelinepaint.js",
                    "timeline.js",
                    "treemap.js",
                    "charts.js",
                    "report.js");

    private Html() {}

    public static String page(Document document) {
        List<String> scripts = SCRIPTS.stream().map(name -> scriptSafe(resource(name))).toList();
        var out = new StringBuilder(1 << 21);
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                .append(policy(scripts))
                .append("\">\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
        out.append("<title>").append(escaped(document.title())).append("</title>\n");
        out.append("<style>").append(resource("report.css")).append("</style>\n</head>\n<body>\n");
        out.append("<a class=\"skip\" href=\"#main\">Skip to the report</a>\n");
        head(out, document);
        out.append("<main id=\"main\">\n");
        Set<String> files = Set.copyOf(document.files());
        document.sections().forEach(section -> HtmlBlocks.append(out, section, files));
        HtmlTerms.append(out, HtmlTerms.of(document));
        out.append("</main>\n</div>\n");
        for (String source : scripts) {
            out.append("<script>").append(source).append("</script>\n");
        }
        return out.append("</body>\n</html>\n").toString();
    }

    private static void head(StringBuilder out, Document document) {
        out.append("<header class=\"top\"><div><h1>")
                .append(escaped(document.title()))
                .append("</h1><p>")
                .append(escaped(document.subtitle()))
                .append("</p>");
        facts(out, document.facts());
        out.append(
                        "</div><button type=\"button\" id=\"theme\" aria-label=\"Switch between light and")
                .append(" dark\">◐</button></header>\n<div class=\"layout\">\n");
        out.append("<nav aria-label=\"Sections\"><ul>");
        for (Section section : document.sections()) {
            out.append("<li><a href=\"#").append(section.id()).append("\">");
            out.append(escaped(section.title())).append("</a></li>");
        }
        if (!HtmlTerms.of(document).isEmpty()) {
            out.append("<li><a href=\"#terms\">").append(HtmlTerms.TITLE).append("</a></li>");
        }
        out.append("</ul></nav>\n");
    }

    private static void facts(StringBuilder out, List<Document.Fact> facts) {
        if (facts.isEmpty()) {
            return;
        }
        out.append("<dl class=\"facts\">");
        for (Document.Fact fact : facts) {
            out.append("<div><dt>").append(escaped(fact.label())).append("</dt><dd>");
            out.append(escaped(fact.value())).append("</dd></div>");
        }
        out.append("</dl>");
    }

    private static String policy(List<String> scripts) {
        String hashes =
                scripts.stream()
                        .map(source -> "'sha256-" + sha256(source) + "'")
                        .collect(Collectors.joining(" "));
        // Charts place their tooltips through style attributes, hence inline styles.
        return "default-src 'none'; script-src "
                + hashes
                + "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
    }

    private static String sha256(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// A script's own text may not end its element, and its lines may not be changed by a parser.
    private static String scriptSafe(String source) {
        return source.replace("\r\n", "\n")
                .replace("</script", "<\\/script")
                .replace("<!--", "<\\!--");
    }

    static String escaped(String text) {
        var out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(Character.isISOControl(c) && c != '\n' ? '\uFFFD' : c);
            }
        }
        return out.toString();
    }

    static String resource(String name) {
        return ShippedText.of(Html.class, name);
    }
}
