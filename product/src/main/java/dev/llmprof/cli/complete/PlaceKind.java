package dev.llmprof.cli.complete;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What can stand at a place of the command line.
enum PlaceKind {
    GPU,
    GPUS,
    MODEL,
    PRESET,
    OVERRIDE,
    RUN,
    FILE,
    /// Numbers and words of the user's own.
    ANY;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<PlaceKind> of(String word) {
        for (PlaceKind kind : values()) {
            if (kind.word().equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /// By an option's name, else by the word that the help has for the value.
    static PlaceKind of(String command, ArgSpec place) {
        if (place instanceof OptionSpec option) {
            List<String> names = List.of(option.names());
            if (names.contains("--gpu")) {
                return command.equals("run") ? GPU : GPUS;
            }
            if (names.contains("--model")) {
                return command.equals("run") ? MODEL : PRESET;
            }
            if (names.contains("--resume")) {
                return RUN;
            }
        }
        String label = place.paramLabel().toUpperCase(Locale.ROOT);
        return switch (label) {
            case "OVERRIDE", "KEY=VALUE" -> command.equals("model") ? PRESET : OVERRIDE;
            case "MODEL" -> PRESET;
            case "RUN", "RUNS", "SWEEP", "A B" -> RUN;
            default -> isRun(command, label) ? RUN : isFile(place, label) ? FILE : ANY;
        };
    }

    private static boolean isRun(String command, String label) {
        return label.equals("DIR") && command.equals("runs show");
    }

    private static boolean isFile(ArgSpec place, String label) {
        return place.type() == Path.class
                || List.of("FILE", "DIR", "FILE|DIR", "YAML", "CSV").contains(label);
    }
}
