package dev.llmprof.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The flags that belong to no single command: the only place where they are declared.
public enum SharedFlag {
    HELP("Show this help.", "-h", "--help"),

    /// The program's own: after a command's name it is that command's matter.
    VERSION("Show version, commit and Java.", "--version"),
    VERBOSE("Print more detail.", "--verbose"),
    QUIET("Print only results and problems.", "--quiet");

    private final String meaning;
    private final String shortName;
    private final String longName;

    SharedFlag(String meaning, String longName) {
        this(meaning, "", longName);
    }

    SharedFlag(String meaning, String shortName, String longName) {
        this.meaning = meaning;
        this.shortName = shortName;
        this.longName = longName;
    }

    static Optional<SharedFlag> of(String word) {
        for (SharedFlag flag : values()) {
            if (flag.names().contains(word)) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    String meaning() {
        return meaning;
    }

    List<String> names() {
        return shortName.isEmpty() ? List.of(longName) : List.of(shortName, longName);
    }

    static List<String> namesOfEveryCommand() {
        return Arrays.stream(values())
                .filter(SharedFlag::isOfEveryCommand)
                .flatMap(flag -> flag.names().stream())
                .toList();
    }

    boolean isOfEveryCommand() {
        return this != VERSION;
    }
}
