package dev.llmprof.cli;

import java.util.List;
import java.util.Optional;

/// The flags that belong to no single command: the only place where they are declared.
public enum SharedFlag {
    HELP("Show this help.", "-h", "--help"),

    /// The program's own: after a command's name it is that command's matter.
    VERSION("Show version, commit and Java.", "--version"),
    VERBOSE("Say more.", "--verbose"),
    QUIET("Say only results and problems.", "--quiet");

    private final String meaning;
    private final List<String> names;

    SharedFlag(String meaning, String... names) {
        this.meaning = meaning;
        this.names = List.of(names);
    }

    static Optional<SharedFlag> of(String word) {
        for (SharedFlag flag : values()) {
            if (flag.names.contains(word)) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    String meaning() {
        return meaning;
    }

    List<String> names() {
        return names;
    }

    boolean isOfEveryCommand() {
        return this != VERSION;
    }
}
