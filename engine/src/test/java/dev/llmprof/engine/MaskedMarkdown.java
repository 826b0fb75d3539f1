package dev.llmprof.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A report without what differs from run to run: times, rates and shares become `#`, paths become
/// words. Rows that are ordered by time are sorted; where only the first ones by time are shown, or
/// which are there at all depends on times, only their columns are kept. Counts, FLOPs, bytes and
/// words stay.
final class MaskedMarkdown {
    private static final Pattern MEASURED =
            Pattern.compile(
                    "\\\\?-?[0-9][0-9,.]* ?(?:s|ms|µs|ns|%|×|FLOP/B|tokens/s|[kMGTP]?B/s|[kMGTP]?FLOP/s)(?![A-Za-z/])");

    private static final Pattern RUN = Pattern.compile("\\b[0-9]{8}-[0-9]{6}\\b");

    /// What the machine and its tools are, and how many rows had no time at all.
    private static final Pattern MACHINE =
            Pattern.compile(
                    "(?<=Ridges: ).*|[0-9,]+(?= (?:more rows|events))|\\((?:found|nsys|ncu|no GPU)[^)]*\\)"
                            + "|(?<=largest batch |of )[0-9][0-9,.]*(?: [kMGT]B)?(?=[,;])|(?<=\\| )[0-9,]+(?= \\|$)"
                            + "|(?<=of )[0-9.]+ [MGT]B(?= \\(|\\))");

    private static final Pattern SIZE = Pattern.compile("\\b[0-9][0-9,.]* [kMG]?B(?= \\|$)");

    private static final Set<String> SAMPLED = Set.of("## Conditions", "## Memory over time");

    private final List<String> out = new ArrayList<>();
    private final String directory;

    private MaskedMarkdown(String directory) {
        this.directory = directory;
    }

    static String of(String markdown, String directory) {
        var masked = new MaskedMarkdown(directory);
        List<String> lines = withoutConditions(markdown.lines().toList());
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).startsWith("|")) {
                int end = at;
                while (end < lines.size() && lines.get(end).startsWith("|")) {
                    end++;
                }
                boolean cut = end + 1 < lines.size() && lines.get(end + 1).contains("more rows");
                masked.table(lines.subList(at, end), cut);
                at = end - 1;
            } else {
                masked.line(lines.get(at));
            }
        }
        return String.join("\n", masked.out) + "\n";
    }

    /// What can be read of a machine, and what it did meanwhile, is nothing of the run's; memory is
    /// sampled now and then, and a quick run may end before.
    private static List<String> withoutConditions(List<String> lines) {
        List<String> kept = new ArrayList<>();
        boolean machine = false;
        boolean unknown = false;
        for (String line : lines) {
            if (line.startsWith("## ")) {
                machine = SAMPLED.contains(line);
            }
            if (line.startsWith("#")) {
                unknown = line.equals("### Memory over time");
            }
            if (line.equals("## Conditions") || !(machine || unknown)) {
                kept.add(line);
            }
        }
        return kept;
    }

    private void line(String line) {
        // Whether a rule fires, or a peak measured on a busy machine is too low, depends on times.
        // Which keys of a model are understood grows with every family.
        boolean depends =
                line.startsWith("- ")
                        || line.startsWith("> **Warning.**")
                        || line.startsWith("> **Note.** keys not understood")
                        || line.isBlank();
        if (!depends) {
            out.add(masked(line));
        } else if (!out.isEmpty() && !out.getLast().isEmpty()) {
            out.add("");
        }
    }

    private void table(List<String> lines, boolean cut) {
        String head = lines.getFirst();
        out.addAll(lines.subList(0, 2));
        // Who else used the machine is nothing of the run's.
        List<String> rows =
                lines.subList(2, lines.size()).stream()
                        .filter(row -> !row.contains("| other processes used the CPU"))
                        .toList();
        boolean ranked = cut || head.contains("mean_ms") || head.startsWith("| weight");
        Stream<String> shown =
                ranked ? Stream.of("| (rows by time) |") : rows.stream().map(this::row).sorted();
        shown.forEach(out::add);
    }

    private String row(String row) {
        return masked(SIZE.matcher(row).replaceAll("#"))
                .replaceAll("\\| (?:compute|memory|vector) \\|", "| bound |")
                .replaceAll("\\| [0-9.]+ MB \\| [0-9,]+ \\|", "| # | # |")
                .replaceAll("\\| pytorch \\| [0-9.]+ MB \\| #", "| pytorch | # | #")
                .replace("below its bound: internal error", "")
                .replaceAll("aten::[A-Za-z0-9_\\\\]+ #", "aten::… #");
    }

    private String masked(String line) {
        String plain =
                line.replace(directory, "DIRECTORY")
                        .replaceAll("(?<=[ `']|^)/[^ `']+/(?=[^/ `']+[ `']|[^/ `']+$)", "…/")
                        .replaceAll("/java -.* (?=dev\\.)", "/java … ")
                        .replaceAll("[0-9]+ warnings?(?=, [0-9]+ notes?)", "# warnings")
                        .replaceAll("[+−](?=[0-9][0-9.,]* %)", "±")
                        .replaceAll("(?<=\\| host \\| )[0-9.,]+(?= \\|)", "#")
                        .replaceAll("(?<=pipeline.conditions.enable \\| )[0-9.,]+(?= \\|)", "#")
                        .replaceAll("(?<=activities: cpu \\| )[0-9.,]+(?= \\|)", "#")
                        .replaceAll("llmprof [0-9][^ |.]*(?:\\.[0-9]+)*", "llmprof VERSION");
        String machine = MACHINE.matcher(RUN.matcher(plain).replaceAll("RUN")).replaceAll("#");
        return MEASURED.matcher(machine).replaceAll("#");
    }
}
