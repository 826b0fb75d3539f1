package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.rank.Ranks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the captures of one study are to each other: ranks of one run, repeats of one recording,
/// and the name that each goes by.
public record CaptureRelations(
        Optional<Ranks> ranks, Map<String, String> names, List<CaptureRepeats> repeats) {
    public static final CaptureRelations NONE =
            new CaptureRelations(Optional.empty(), Map.of(), List.of());

    /// nsys numbers the reports of one recording, PyTorch puts the time behind the worker's name.
    private static final Pattern NUMBERED =
            Pattern.compile(
                    "\\.\\d+(?=\\.(?:sqlite|nsys-rep|qdrep|(?:pt\\.)?trace\\.json(?:\\.gz)?)$)");

    public CaptureRelations {
        names = Map.copyOf(names);
        repeats = List.copyOf(repeats);
    }

    /// `labels` are the names that somebody gave captures, by their file.
    public static CaptureRelations of(
            List<Capture> captures, Optional<Ranks> ranks, Map<String, String> labels) {
        List<String> sources = captures.stream().map(each -> each.origin().source()).toList();
        Map<String, String> names = new LinkedHashMap<>();
        for (String source : sources) {
            names.put(source, labels.getOrDefault(source, shortName(source, sources)));
        }
        return new CaptureRelations(
                ranks, names, ranks.isPresent() ? List.of() : repeats(captures, names));
    }

    /// The shortest end of its path that no other capture has.
    public String name(Capture capture) {
        return names.getOrDefault(capture.origin().source(), capture.origin().source());
    }

    public Optional<CaptureRepeats> repeatsOf(Capture capture) {
        return repeats.stream().filter(each -> each.captures().contains(capture)).findFirst();
    }

    private static List<CaptureRepeats> repeats(List<Capture> captures, Map<String, String> names) {
        Map<String, List<Capture>> groups = new LinkedHashMap<>();
        for (Capture capture : captures) {
            String recording =
                    capture.origin().tool()
                            + " "
                            + NUMBERED.matcher(capture.origin().source()).replaceFirst("");
            groups.computeIfAbsent(recording, _ -> new ArrayList<>()).add(capture);
        }
        return groups.values().stream()
                .filter(group -> group.size() > 1)
                .map(group -> CaptureRepeats.of(recording(group, names), group))
                .toList();
    }

    private static String recording(List<Capture> group, Map<String, String> names) {
        return NUMBERED.matcher(names.getOrDefault(group.getFirst().origin().source(), ""))
                .replaceFirst("");
    }

    private static String shortName(String source, List<String> all) {
        String[] parts = source.replace('\\', '/').split("/", -1);
        String name = parts[parts.length - 1];
        for (int from = parts.length - 2; from >= 0; from--) {
            String end = "/" + name;
            if (all.stream().filter(other -> ("/" + other).endsWith(end)).count() < 2) {
                break;
            }
            name = parts[from] + "/" + name;
        }
        return name;
    }
}
