package dev.llmprof.cli.complete;

import dev.llmprof.shipped.ShippedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The script that a shell sources. Commands and options stand in it; names of GPUs, keys and runs
/// are asked for when they are needed, by `llmprof __complete`.
final class CompletionScript {
    private static final String COMMON = "common.sh";

    private final Map<String, CommandSpec> commands = new LinkedHashMap<>();

    private CompletionScript(CommandSpec root) {
        gather("", root);
    }

    /// For one shell, or for both where none is named.
    static String of(CommandLine line, String shell) {
        var script = new CompletionScript(line.getCommandSpec());
        String common = script.tables() + text(COMMON);
        return switch (shell) {
            case "bash" -> common + text("bash.sh");
            case "zsh" -> common + text("zsh.sh");
            default ->
                    common
                            + "if [ -n \"${ZSH_VERSION:-}\" ]; then\n"
                            + text("zsh.sh")
                            + "else\n"
                            + text("bash.sh")
                            + "fi\n";
        };
    }

    private static String text(String name) {
        return ShippedText.of(CompletionScript.class, name);
    }

    private void gather(String path, CommandSpec spec) {
        commands.put(path, spec);
        spec.subcommands()
                .forEach((name, line) -> {
                    CommandSpec below = line.getCommandSpec();
                    if (!below.usageMessage().hidden()) {
                        gather(path.isEmpty() ? name : path + " " + name, below);
                    }
                });
    }

    private String tables() {
        return "# Completion of llmprof: llmprof completion bash|zsh\n"
                + function("_llmprof_commands", CompletionScript::subcommands)
                + function("_llmprof_options", CompletionScript::options)
                + places();
    }

    private interface Words {
        String of(CommandSpec spec);
    }

    private String function(String name, Words words) {
        String cases =
                commands.entrySet().stream()
                        .map(each -> each(each.getKey(), words.of(each.getValue())))
                        .collect(Collectors.joining());
        return name + "() {\n    case \"$1\" in\n" + cases + "    esac\n}\n";
    }

    private static String each(String path, String words) {
        return words.isEmpty() ? "" : "    '" + path + "') echo '" + words + "' ;;\n";
    }

    private static String subcommands(CommandSpec spec) {
        return spec.subcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
    }

    private static String options(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option ->
                        option.negatable()
                                ? Stream.of(option.longestName(), negated(option))
                                : Stream.of(option.names()))
                .collect(Collectors.joining(" "));
    }

    private static String negated(OptionSpec option) {
        return "--no-" + option.longestName().substring(2);
    }

    /// What an option takes (`COMMAND --option`), and what stands without one (`COMMAND`).
    private String places() {
        List<String> cases = new ArrayList<>();
        commands.forEach((path, spec) -> {
            for (OptionSpec option : spec.options()) {
                if (!option.hidden() && option.arity().max() > 0) {
                    String names =
                            Stream.of(option.names())
                                    .map(name -> "'" + (path + " " + name).strip() + "'")
                                    .collect(Collectors.joining("|"));
                    cases.add("    " + names + ") echo " + kind(path, option) + " ;;\n");
                }
            }
            if (!spec.positionalParameters().isEmpty()) {
                ArgSpec first = spec.positionalParameters().getFirst();
                cases.add("    '" + path + "') echo " + kind(path, first) + " ;;\n");
            }
        });
        return "_llmprof_place() {\n    case \"$1\" in\n"
                + String.join("", cases)
                + "    esac\n}\n";
    }

    private static String kind(String path, ArgSpec place) {
        return PlaceKind.of(path, place).word();
    }
}
