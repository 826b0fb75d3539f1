package dev.llmprof.study.sweep;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.report.block.Document;
import dev.llmprof.study.RunHead;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How a sweep was made: its own words, what all its jobs have in common, and when the first began.
final class SweepHead {
    private SweepHead() {}

    static List<Document.Fact> of(Path directory, List<String> words, List<Path> jobs) {
        List<Document.Fact> facts = new ArrayList<>();
        if (!words.isEmpty()) {
            facts.add(new Document.Fact("command", RunHead.command(typed(words))));
        }
        List<List<Provenance.Fact>> heads =
                jobs.stream()
                        .map(directory::resolve)
                        .map(job -> RunHead.of(job, ManifestFile.read(job)))
                        .toList();
        if (heads.isEmpty()) {
            return facts;
        }
        for (Provenance.Fact fact : heads.getFirst()) {
            if (fact.name().equals("date")) {
                facts.add(new Document.Fact("date", earliest(heads)));
            } else if (!fact.name().equals("command")
                    && heads.stream().allMatch(head -> head.contains(fact))) {
                facts.add(new Document.Fact(fact.name(), fact.value()));
            }
        }
        return facts;
    }

    /// The record has overrides and the program, and not the flag that makes a sweep of them.
    private static List<String> typed(List<String> words) {
        List<String> typed = new ArrayList<>(words);
        typed.add(1, "-m");
        return typed;
    }

    /// Dates are written so that the text sorts as the time does.
    private static String earliest(List<List<Provenance.Fact>> heads) {
        return heads.stream()
                .flatMap(List::stream)
                .filter(fact -> fact.name().equals("date"))
                .map(Provenance.Fact::value)
                .sorted()
                .findFirst()
                .orElse("");
    }
}
