package dev.llmprof.report.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The words of a report and what they mean, from `terms.txt`, found by the labels they stand
/// under.
record ReportTerms(List<Term> terms, Map<String, Term> byLabel) {
    private static final int FIELDS = 3;

    /// `id` is its anchor on the page.
    record Term(String id, String name, List<String> labels, String meaning) {
        Term {
            labels = List.copyOf(labels);
        }
    }

    ReportTerms {
        terms = List.copyOf(terms);
        byLabel = Map.copyOf(byLabel);
    }

    static ReportTerms shipped() {
        return of(Html.resource("terms.txt"));
    }

    static ReportTerms of(String text) {
        List<Term> terms = new ArrayList<>();
        Map<String, Term> byLabel = new LinkedHashMap<>();
        for (String line : text.lines().filter(it -> !it.startsWith("#")).toList()) {
            String[] fields = line.split("\\|", FIELDS);
            if (fields.length < FIELDS) {
                throw new IllegalStateException("terms.txt: " + line);
            }
            Term term = term(fields);
            terms.add(term);
            term.labels().forEach(label -> byLabel.putIfAbsent(label, term));
        }
        return new ReportTerms(terms, byLabel);
    }

    /// The term of a label such as `MFU, prefill` or `bound`.
    Optional<Term> meaning(String label) {
        return Optional.ofNullable(byLabel.get(key(label)));
    }

    private static Term term(String[] fields) {
        String name = fields[0].strip();
        List<String> labels =
                Stream.concat(Stream.of(name), Arrays.stream(fields[1].split(";")))
                        .map(ReportTerms::key)
                        .filter(label -> !label.isEmpty())
                        .toList();
        String id = "term-" + key(name.replace('×', 'x')).replaceAll("[^a-z]+", "-");
        return new Term(id, name, labels, fields[2].strip());
    }

    /// What stands behind a comma or in brackets only says of what it is.
    private static String key(String label) {
        return label.replaceFirst("[,(].*", "").strip().toLowerCase(Locale.ROOT);
    }
}
