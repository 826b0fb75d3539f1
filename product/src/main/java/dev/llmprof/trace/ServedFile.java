package dev.llmprof.trace;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a server's name for a trace says of what is in it: only one phase
/// (`…-TP-0-DECODE.trace.json.gz`), all ranks merged (`merged-…`), or graphs being captured
/// (`graph_capture_profile/cuda_graph_capture-decode-TP-0.json.gz`).
public record ServedFile(Optional<String> phase, boolean merged, Optional<String> graphRunner) {
    private static final Pattern PHASE =
            Pattern.compile(
                    ".*-(EXTEND|DECODE|extend|prefill|decode)(?:\\.trace)?\\.json(?:\\.gz)?");
    private static final Pattern GRAPHS =
            Pattern.compile("cuda_graph_capture-(.+?)-TP-\\d+.*\\.json(?:\\.gz)?");

    public static ServedFile of(String source) {
        String name = source.substring(source.replace('\\', '/').lastIndexOf('/') + 1);
        Matcher graphs = GRAPHS.matcher(name);
        Matcher phase = PHASE.matcher(name);
        boolean captured = graphs.matches();
        return new ServedFile(
                !captured && phase.matches()
                        ? Optional.of(phase(phase.group(1)))
                        : Optional.empty(),
                name.startsWith("merged-"),
                captured ? Optional.of(graphs.group(1)) : Optional.empty());
    }

    private static String phase(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.equals("extend") ? "prefill" : lower;
    }
}
