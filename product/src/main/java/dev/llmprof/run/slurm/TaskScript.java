package dev.llmprof.run.slurm;

import dev.llmprof.config.sweep.JobCommand;
import dev.llmprof.run.settings.SlurmKeys;
import dev.llmprof.secret.Secrets;
import dev.llmprof.shipped.ShippedText;
import dev.llmprof.tool.ShellQuote;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a task runs: one script for all, and its own words beside it.
final class TaskScript {
    /// A task's secrets come with the environment; no file has them.
    private static final String SECRET = "LLMPROF_SECRET_";

    private static final String SETUP = SECRET + "SETUP_";
    private static final String TEARDOWN = SECRET + "TEARDOWN_";

    private TaskScript() {}

    /// The words of a task for its shell, and the variables that they need.
    record Words(String text, Map<String, String> variables) {
        Words {
            variables = Map.copyOf(variables);
        }
    }

    static String text(SlurmKeys keys, Path home, Path directory) {
        var setup = new ArrayList<String>();
        keys.env().forEach((name, value) -> setup.add("export " + name + "=" + value(name, value)));
        keys.srunArgs()
                .ifPresent(words ->
                        setup.add(
                                "export LLMPROF_SRUN_ARGS="
                                        + ShellQuote.word(String.join("\n", words))));
        setup.addAll(shown(SETUP, keys.setup().orElse(List.of())));
        return resource()
                .replace("@HOME@", ShellQuote.word(home.toString()))
                .replace("@RESTARTS@", String.valueOf(keys.maxNumTimeout()))
                .replace("@DIRECTORY@", ShellQuote.word(directory.toString()))
                .replace("@SETUP@", String.join("\n", setup))
                .replace(
                        "@TEARDOWN@",
                        String.join("\n", shown(TEARDOWN, keys.teardown().orElse(List.of()))));
    }

    /// What the script itself takes from the environment it is submitted with.
    static Map<String, String> variables(SlurmKeys keys) {
        Map<String, String> variables = new HashMap<>();
        keys.env()
                .forEach((name, value) -> {
                    if (isSecret(name, value)) {
                        variables.put(SECRET + name, value);
                    }
                });
        variables.putAll(secret(SETUP, keys.setup().orElse(List.of())));
        variables.putAll(secret(TEARDOWN, keys.teardown().orElse(List.of())));
        return variables;
    }

    /// Lines of shell; one with a secret in it comes with the environment.
    private static List<String> shown(String name, List<String> lines) {
        List<String> shown = new ArrayList<>(lines);
        secret(name, lines)
                .forEach((variable, line) ->
                        shown.set(lines.indexOf(line), "eval \"$" + variable + '"'));
        return shown;
    }

    private static Map<String, String> secret(String name, List<String> lines) {
        Map<String, String> secret = new HashMap<>();
        for (String line : lines) {
            if (!Secrets.hide(line).equals(line)) {
                secret.put(name + lines.indexOf(line), line);
            }
        }
        return secret;
    }

    private static String value(String name, String value) {
        return isSecret(name, value) ? "\"$" + SECRET + name + '"' : ShellQuote.word(value);
    }

    private static boolean isSecret(String name, String value) {
        return !Secrets.hide(name, value).equals(value);
    }

    static Words words(JobCommand job) {
        Map<String, String> variables = new HashMap<>();
        List<String> shown = Secrets.hideWords(job.argv());
        List<String> quoted = new ArrayList<>();
        List<String> secret = new ArrayList<>();
        for (int i = 0; i < job.argv().size(); i++) {
            String word = job.argv().get(i);
            if (word.equals(shown.get(i))) {
                quoted.add(ShellQuote.word(word));
                continue;
            }
            String name = SECRET + job.number() + "_" + i;
            variables.put(name, word);
            quoted.add("\"$" + name + "\"");
            secret.add("\"$" + name + "\"");
        }
        String text =
                job.overrides().stream().map(ShellQuote::comment).collect(Collectors.joining())
                        + "directory="
                        + ShellQuote.word(job.directory().toString())
                        + "\nresume=("
                        + String.join(" ", isOverridden(job) ? secret : List.of())
                        + ")\nset -- "
                        + String.join(" \\\n    ", quoted)
                        + "\n";
        return new Words(text, variables);
    }

    /// Secret words behind `--` are the program's, and are not told again.
    private static boolean isOverridden(JobCommand job) {
        return !job.argv().contains("--");
    }

    private static String resource() {
        return ShippedText.of(TaskScript.class, "task.sh");
    }
}
