package dev.llmprof.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads plain words without the command line's library, whose loading takes longer than reading a
/// report. Whatever is not plain it leaves to the library, mistakes too.
public final class PlainWords {
    private static final int DIGITS = 7;

    private final List<OptionWord<?>> declared;
    private final List<String> parameters = new ArrayList<>();
    private final Map<String, Object> values = new HashMap<>();

    private PlainWords(List<OptionWord<?>> declared) {
        this.declared = declared;
    }

    public static Optional<GivenWords> read(List<OptionWord<?>> declared, List<String> words) {
        var read = new PlainWords(declared);
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            if (!read.take(rest.next(), rest)) {
                return Optional.empty();
            }
        }
        return Optional.of(new GivenWords(read.parameters, read.values));
    }

    private boolean take(String word, Iterator<String> rest) {
        if (!word.startsWith("-") || word.equals("-")) {
            return !word.isEmpty() && parameters.add(word);
        }
        int equals = word.indexOf('=');
        Optional<OptionWord<?>> option = named(equals < 0 ? word : word.substring(0, equals));
        if (option.isEmpty()) {
            return false;
        }
        if (option.get().isSwitch()) {
            return equals < 0 && put(option.get(), true);
        }
        if (equals >= 0) {
            return value(option.get(), word.substring(equals + 1));
        }
        return rest.hasNext() && value(option.get(), rest.next());
    }

    private Optional<OptionWord<?>> named(String name) {
        for (OptionWord<?> option : declared) {
            if (option.names().contains(name)) {
                return Optional.of(option);
            }
        }
        return Optional.empty();
    }

    /// A value that looks like an option, is quoted or is no plain number is not plain.
    private boolean value(OptionWord<?> option, String value) {
        if (value.isEmpty() || value.startsWith("-") || value.startsWith("\"")) {
            return false;
        }
        if (option.type() == Path.class) {
            return put(option, Path.of(value));
        }
        if (option.type() == Integer.class) {
            return isPlainNumber(value) && put(option, Integer.valueOf(value));
        }
        return option.type() == String.class && put(option, value);
    }

    /// An option given twice is not plain.
    private boolean put(OptionWord<?> option, Object value) {
        return values.put(option.name(), value) == null;
    }

    private static boolean isPlainNumber(String value) {
        return value.length() <= DIGITS
                && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }
}
