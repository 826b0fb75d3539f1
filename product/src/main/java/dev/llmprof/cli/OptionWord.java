package dev.llmprof.cli;

import java.util.List;

/// An option of a command, declared once for the quick reader, the command line's library, the help
/// and the completion: how it is typed, what it takes, what it means. A switch takes nothing and
/// has no label.
public record OptionWord<T>(List<String> names, String label, Class<T> type, String meaning) {
    public OptionWord {
        names = List.copyOf(names);
    }

    public static OptionWord<Boolean> toggle(String meaning, String... names) {
        return new OptionWord<>(List.of(names), "", Boolean.class, meaning);
    }

    public static <T> OptionWord<T> of(
            Class<T> type, String label, String meaning, String... names) {
        return new OptionWord<>(List.of(names), label, type, meaning);
    }

    boolean isSwitch() {
        return label.isEmpty();
    }

    /// The name it goes by where one must stand for all.
    String name() {
        return names.getLast();
    }
}
