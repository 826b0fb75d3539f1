package dev.llmprof.stage.ncu;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.tool.Ncu;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What one run of ncu is about to replay, said before it starts and kept in `choice.json`.
record NcuChoice(String where, Optional<KernelFilter> filter, Ncu.Settings wish) {
    static final String FILE = "choice.json";

    /// For the line of the stage and for the reports.
    String words() {
        return which() + "; " + howMany();
    }

    /// Before ncu starts: what is coming, how long it takes about, and what is left out.
    List<String> ahead(Duration timeout) {
        var lines = new ArrayList<>(List.of(words() + "; " + lasts(launches(), timeout)));
        filter.filter(chosen -> chosen.kernels().size() < chosen.of())
                .ifPresent(chosen ->
                        lines.add(
                                String.format(
                                        Locale.ROOT,
                                        "left out: %d lighter kernels, %.1f %% of the GPU time of %s"
                                                + " (run.top_n_kernels)",
                                        chosen.of() - chosen.kernels().size(),
                                        100 * (1 - chosen.share()),
                                        where)));
        return lines;
    }

    /// How many passes a launch takes is known to ncu alone, and only when it is there.
    static String lasts(long launches, Duration timeout) {
        return String.format(
                Locale.ROOT,
                "about %s to %s, if a launch takes 0.2 to 1 s to replay; ended after %s"
                        + " (pipeline.ncu.timeout)",
                EndedWords.of(rounded(Duration.ofMillis(200 * launches))),
                EndedWords.of(rounded(Duration.ofSeconds(launches))),
                EndedWords.of(timeout));
    }

    /// No finer than is known.
    private static Duration rounded(Duration duration) {
        return duration.toMinutes() < 1
                ? duration
                : Duration.ofMinutes(Math.round(duration.toSeconds() / 60.0));
    }

    private long launches() {
        long limit = wish.launchCount().orElse(0);
        long counted = filter.map(KernelFilter::launches).orElse(0L);
        return counted == 0 ? limit : Math.min(limit, counted);
    }

    private String which() {
        if (filter.isEmpty()) {
            return wish.kernelName().isPresent()
                    ? "kernels by name in " + where
                    : "any kernel in " + where;
        }
        return String.format(
                Locale.ROOT,
                "%d of %d kernels of %s, %.1f %% of its GPU time",
                filter.get().kernels().size(),
                filter.get().of(),
                where,
                100 * filter.get().share());
    }

    private String howMany() {
        long limit = wish.launchCount().orElse(0);
        long launches = filter.map(KernelFilter::launches).orElse(0L);
        if (launches == 0) {
            return String.format(Locale.ROOT, "at most %,d launches", limit);
        }
        return launches > limit
                ? String.format(
                        Locale.ROOT,
                        "the first %,d of %,d launches that nsys counted (launch_count)",
                        limit,
                        launches)
                : String.format(Locale.ROOT, "%,d launches counted by nsys", launches);
    }

    Path write(Path directory) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("words", words());
        node.put("where", where);
        filter.ifPresent(chosen -> {
            node.put("kernels", chosen.kernels().size());
            node.put("of", chosen.of());
            node.put("share", chosen.share());
            node.put("launches_by_nsys", chosen.launches());
        });
        wish.launchCount().ifPresent(limit -> node.put("launch_limit", limit));
        Path file = directory.resolve(FILE);
        AtomicFile.write(file, node.toPrettyString() + "\n");
        return file;
    }
}
