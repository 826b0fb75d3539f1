package dev.llmprof.cli;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.OldKeys;
import dev.llmprof.config.command.Flags;
import dev.llmprof.config.command.InfoPages;
import dev.llmprof.config.command.JsonWriter;
import dev.llmprof.config.command.Roots;
import dev.llmprof.config.command.Shown;
import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Shows a composed configuration. Its words are read by hand, so that it starts quickly; the help
/// is in [ConfigHelp].
public final class ConfigCommand {
    private final Console console;
    private final Function<Path, ConfigRoot> shipped;
    private final OldKeys oldKeys;
    private final Path cwd;
    private final Map<String, String> environment;

    /// `shipped` is the tree used without `--config-path`, shown from where the user stands.
    public ConfigCommand(
            Console console,
            Function<Path, ConfigRoot> shipped,
            OldKeys oldKeys,
            Path cwd,
            Map<String, String> environment) {
        this.console = console;
        this.shipped = shipped;
        this.oldKeys = oldKeys;
        this.cwd = cwd;
        this.environment = environment;
    }

    public int run(List<String> words) {
        Flags flags = Flags.parse(words, SharedFlag.namesOfEveryCommand());
        boolean own = flags.value("--config-path").isEmpty();
        OldKeys.Renamed renamed =
                own ? oldKeys.apply(flags.overrides()) : OldKeys.none(flags.overrides());
        renamed.warnings().forEach(console::warn);
        Request request =
                new Request(
                        Roots.of(flags, cwd, shipped.apply(cwd)),
                        Optional.of(flags.value("--config-name").orElse("config")),
                        renamed.overrides(),
                        Request.Mode.RUN,
                        "llmprof",
                        cwd,
                        environment,
                        Request.localTime());
        console.out().print(text(request, flags));
        console.out().flush();
        return ExitCode.OK;
    }

    private String text(Request request, Flags flags) {
        var composer = new Composer();
        if (flags.has("--multirun")) {
            return jobs(new Sweeps(composer), request);
        }
        Composition composed = composer.compose(request);
        String text =
                flags.value("--info")
                        .map(topic -> info(composed, topic, flags.has("--json")))
                        .orElseGet(() -> Shown.config(composed, flags));
        composed.warnings().forEach(warning -> console.warn(new Problem(warning, "", "")));
        return text;
    }

    private static String info(Composition composed, String topic, boolean json) {
        return json
                ? JsonWriter.write(InfoPages.json(composed, topic)) + "\n"
                : InfoPages.of(composed, topic);
    }

    private static String jobs(Sweeps sweeps, Request request) {
        Composition master = sweeps.master(request);
        var text = new StringBuilder();
        for (PlannedJob job : sweeps.plan(master)) {
            text.append('#')
                    .append(job.number().orElse(0))
                    .append(" : ")
                    .append(String.join(" ", job.overrides()))
                    .append("   ")
                    .append(job.directory())
                    .append('\n');
        }
        return text.toString();
    }
}
