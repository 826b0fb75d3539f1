package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.Key;
import dev.llmprof.load.Target;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.RankLaunch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `workload` as it is written.
public record WorkloadKeys(
        Kind kind,
        List<String> argv,
        Optional<String> module,
        Optional<String> python,
        Map<String, String> env,
        Optional<Path> cwd,
        Optional<String> url,
        Optional<String> model,
        Optional<Target.Api> api,
        Optional<String> apiKeyName,
        Optional<Duration> readyTimeout,
        Optional<Path> traces,
        Optional<LaunchKeys> launch) {

    public enum Kind {
        BUILTIN,
        COMMAND,
        @Key("python_module")
        PYTHON_MODULE,
        SERVER
    }

    /// A module given to the built-in workload replaces it, as it always did.
    public Kind effective() {
        return kind == Kind.BUILTIN && Texts.filled(module).isPresent() ? Kind.PYTHON_MODULE : kind;
    }

    public RankLaunch ranks(Map<String, String> environment) {
        return launch.map(each -> each.launch(environment)).orElse(RankLaunch.NONE);
    }

    public void check(Binder binder) {
        launch.ifPresent(each -> each.check(binder));
        checkRanks(binder);
        if (kind == Kind.COMMAND && argv.isEmpty()) {
            binder.add(
                    new Problem(
                            "workload.kind is command, but there is no program to run",
                            binder.at("workload.kind"),
                            "llmprof run -- program argument…   or   workload.argv=[program,argument]"));
        }
        if (kind == Kind.SERVER && argv.isEmpty() && Texts.filled(url).isEmpty()) {
            binder.add(
                    new Problem(
                            "workload.kind is server, but there is neither a program to start nor"
                                    + " an address",
                            binder.at("workload.kind"),
                            "llmprof run workload=server -- program argument…   or"
                                    + "   workload.url=http://127.0.0.1:8000"));
        }
        if (kind == Kind.PYTHON_MODULE && Texts.filled(module).isEmpty()) {
            binder.add(
                    new Problem(
                            "workload.kind is python_module, but there is no module",
                            binder.at("workload.kind"),
                            "workload.module=package.module"));
        }
        if (cwd.isPresent() && !Files.isDirectory(cwd.get())) {
            binder.add(
                    new Problem(
                            "workload.cwd is not a directory: " + cwd.get(),
                            binder.at("workload.cwd"),
                            "workload.cwd=null starts the program where you are"));
        }
    }

    private void checkRanks(Binder binder) {
        boolean ranks = launch.filter(each -> each.kind() != RankLaunch.Kind.NONE).isPresent();
        if (ranks && effective() == Kind.BUILTIN) {
            binder.add(
                    new Problem(
                            "the built-in workload has no ranks",
                            binder.at("workload.launch.kind"),
                            "workload.launch.kind=none, or a program of yours: llmprof run … --"
                                    + " program"));
        }
    }
}
