package dev.llmprof.cli;

import dev.llmprof.console.Console.Volume;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A command line taken apart: the flags that every command shares, wherever they stand; the
/// command's name; its own words; and the words behind `--`, which belong to another program.
public record CommandWords(
        Set<SharedFlag> shared,
        Optional<String> command,
        List<String> own,
        Optional<List<String>> behind) {
    private static final String END = "--";

    public CommandWords {
        shared = Set.copyOf(shared);
        own = List.copyOf(own);
        behind = behind.map(List::copyOf);
    }

    public static CommandWords of(List<String> words) {
        int end = words.indexOf(END);
        Set<SharedFlag> shared = EnumSet.noneOf(SharedFlag.class);
        List<String> rest = new ArrayList<>();
        for (String word : end < 0 ? words : words.subList(0, end)) {
            Optional<SharedFlag> flag = SharedFlag.of(word);
            if (flag.isPresent() && (rest.isEmpty() || flag.get().isOfEveryCommand())) {
                shared.add(flag.get());
            } else {
                rest.add(word);
            }
        }
        Optional<List<String>> behind =
                end < 0 ? Optional.empty() : Optional.of(words.subList(end + 1, words.size()));
        return rest.isEmpty()
                ? new CommandWords(shared, Optional.empty(), rest, behind)
                : new CommandWords(
                        shared, Optional.of(rest.getFirst()), rest.subList(1, rest.size()), behind);
    }

    public boolean has(SharedFlag flag) {
        return shared.contains(flag);
    }

    public Volume volume() {
        if (has(SharedFlag.QUIET)) {
            return Volume.QUIET;
        }
        return has(SharedFlag.VERBOSE) ? Volume.VERBOSE : Volume.NORMAL;
    }

    public boolean isFor(String name) {
        return command.filter(name::equals).isPresent();
    }

    /// The command's own words and those behind `--`, for a command that reads both.
    public List<String> ownAndBehind() {
        return behind.map(last ->
                        Stream.of(own.stream(), Stream.of(END), last.stream())
                                .flatMap(part -> part)
                                .toList())
                .orElse(own);
    }

    /// `llmprof help COMMAND` is what `llmprof COMMAND --help` is; a name that is no command's is
    /// left for the complaint.
    CommandWords withoutHelpWord(Set<String> commands) {
        if (!isFor("help")) {
            return this;
        }
        Optional<String> asked = own.stream().findFirst();
        boolean known = asked.filter(name -> !commands.contains(name)).isEmpty();
        return new CommandWords(
                known ? Set.of(SharedFlag.HELP) : shared,
                asked,
                own.stream().skip(1).toList(),
                behind);
    }
}
