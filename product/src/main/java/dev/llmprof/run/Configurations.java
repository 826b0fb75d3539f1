package dev.llmprof.run;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.command.Roots;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.source.ResourceRoot;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.run.stage.StageDefinition;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Composes what a run is made from.
final class Configurations {
    private static final String ONE_SAMPLE = "dataset.sampling.num_samples_per_epoch=1";

    private Configurations() {}

    static Request request(
            Source source,
            List<String> overrides,
            Map<String, String> environment,
            Supplier<ZonedDateTime> now) {
        Path here = Path.of("").toAbsolutePath();
        return new Request(
                roots(source, here),
                Optional.of(source.name().orElse("config")),
                overrides,
                Request.Mode.RUN,
                "llmprof",
                here,
                environment,
                now);
    }

    /// With what `run.mode` changes, and the program that was typed.
    static Composition finished(
            Composer composer,
            Composition composed,
            List<StageDefinition> stages,
            List<String> program) {
        Composition finished = composed;
        if (isLight(composed)) {
            // Ahead of the user's own, which win.
            Request request = composed.request();
            var lighter = new ArrayList<>(List.of(ONE_SAMPLE));
            stages.forEach(stage -> lighter.addAll(stage.habits().light()));
            lighter.addAll(request.overrides());
            finished = composer.compose(request.with(lighter, Request.Mode.RUN));
        }
        if (!program.isEmpty()) {
            runProgram(finished, program);
        }
        return finished;
    }

    private static boolean isLight(Composition composed) {
        var binder = new Binder(composed);
        return binder.read("run.mode", RunKeys.Mode.class)
                .filter(mode -> mode == RunKeys.Mode.LIGHT)
                .isPresent();
    }

    private static List<ConfigRoot> roots(Source source, Path here) {
        var roots = new ArrayList<ConfigRoot>();
        roots.add(
                source.path()
                        .map(path -> Roots.main(here.resolve(path), here))
                        .orElseGet(() -> ResourceRoot.of("main", "conf", "config.yaml", here)));
        source.directory().ifPresent(path -> roots.add(Roots.further(here.resolve(path), here)));
        return roots;
    }

    /// A server is started by the words as well, and stays one.
    private static boolean isServer(MapNode workload) {
        return workload.get("kind").orElse(null) instanceof Node.Text(String kind, _)
                && kind.equalsIgnoreCase("server");
    }

    /// The words after `--` are no override: nothing in them is quoted, swept or interpolated.
    private static void runProgram(Composition composed, List<String> program) {
        Origin origin = new Origin.FromOverride("-- " + program.getFirst() + " …");
        MapNode workload =
                composed.job()
                        .get("workload")
                        .filter(MapNode.class::isInstance)
                        .map(MapNode.class::cast)
                        .orElseGet(() -> new MapNode(origin));
        var argv = new ListNode(origin);
        program.forEach(word -> argv.add(new Node.Text(word, origin)));
        if (!isServer(workload)) {
            workload.put("kind", new Node.Text("command", origin));
        }
        workload.put("argv", argv);
        composed.job().put("workload", workload);
    }
}
