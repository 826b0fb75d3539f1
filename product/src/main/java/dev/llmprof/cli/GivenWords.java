package dev.llmprof.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was given to a command: its parameters, and the values of its options by their names.
public record GivenWords(List<String> parameters, Map<String, Object> values) {
    public GivenWords {
        parameters = List.copyOf(parameters);
        values = Map.copyOf(values);
    }

    public <T> Optional<T> value(OptionWord<T> option) {
        return Optional.ofNullable(values.get(option.name())).map(option.type()::cast);
    }

    public boolean has(OptionWord<?> option) {
        return values.containsKey(option.name());
    }
}
