package dev.llmprof.report.section;

import dev.llmprof.analysis.phase.Phases;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What each phase does, for somebody who meets it for the first time, as GLOSSARY.md says it.
final class PhaseWords {
    /// Phases that do the same share their words.
    private record Meaning(List<String> phases, String words) {

        String of(Set<String> present) {
            return phases.stream().filter(present::contains).collect(Collectors.joining(", "))
                    + ": "
                    + words;
        }
    }

    /// Each line fits a narrow screen.
    private static final List<List<Meaning>> LINES =
            List.of(
                    List.of(
                            new Meaning(List.of("prefill"), "reads the prompt in one go"),
                            new Meaning(List.of("decode"), "writes the answer token by token")),
                    List.of(
                            new Meaning(
                                    List.of("mixed"),
                                    "prefill and decode of different requests in one pass")),
                    List.of(
                            new Meaning(
                                    List.of("idle"),
                                    "serves no request, only takes part in collectives"),
                            new Meaning(List.of("step"), "a pass of unknown kind")),
                    List.of(
                            new Meaning(
                                    List.of(
                                            "sam",
                                            "clip",
                                            "vision",
                                            "vision_tower",
                                            "vision_encoder"),
                                    "vision encoding, pictures to features"),
                            new Meaning(List.of("projector"), "features to tokens")));

    private PhaseWords() {}

    /// Of the phases that are there.
    static List<String> lines(List<Phases.Part> parts) {
        Set<String> present = parts.stream().map(Phases.Part::name).collect(Collectors.toSet());
        return LINES.stream()
                .map(line ->
                        line.stream()
                                .filter(meaning ->
                                        meaning.phases().stream().anyMatch(present::contains))
                                .map(meaning -> meaning.of(present))
                                .collect(Collectors.joining("; ")))
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
