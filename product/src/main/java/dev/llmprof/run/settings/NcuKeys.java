package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.Node;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.ncu.NcuBudget;
import dev.llmprof.stage.ncu.NcuSettings;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.Ncu.KernelName;
import dev.llmprof.tool.NvtxInclude;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// `pipeline.ncu` as it is written.
public record NcuKeys(
        boolean enable,
        boolean gatingNvtx,
        Optional<Double> budgetMinutes,
        Optional<String> description,
        Cli ncuCli,
        Optional<Duration> timeout)
        implements StageKeys {
    private static final int MOST_MINUTES = 24 * 60;
    private static final Duration TIMEOUT = Duration.ofMinutes(60);

    /// A decode step of a large model has about a thousand launches, and each is replayed a dozen
    /// times and more; without a limit all steps would be.
    private static final int MOST_LAUNCHES = 2_000;

    private static final Set<String> REPLAY_MODES =
            Set.of("kernel", "application", "range", "app-range");
    private static final String CLI = "pipeline.ncu.ncu_cli.";

    public record Cli(
            Optional<String> targetProcesses,
            Optional<String> replayMode,
            Optional<Nvtx> nvtx,
            Optional<String> set,
            Optional<Node> metrics,
            Optional<Node> sections,
            Optional<String> kernelName,
            Optional<String> kernelNameBase,
            Optional<Integer> launchSkip,
            Optional<Integer> launchCount,
            Optional<Export> export,
            Optional<Boolean> forceOverwrite) {}

    public record Nvtx(Optional<Node> include) {}

    public record Export(boolean csv) {}

    /// Empty where no budget is given.
    public Optional<NcuBudget> budget() {
        return budgetMinutes.map(minutes -> new NcuBudget(minutes, timeout.orElse(TIMEOUT)));
    }

    public NcuSettings settings() {
        String base = Texts.filled(ncuCli.kernelNameBase()).orElse("demangled");
        return new NcuSettings(
                new Ncu.Settings(
                        Texts.filled(ncuCli.targetProcesses()),
                        Texts.filled(ncuCli.replayMode()),
                        Texts.filled(ncuCli.set()),
                        Texts.of(ncuCli.metrics(), Texts::commas),
                        Texts.of(ncuCli.sections(), Texts::commas),
                        gatingNvtx ? includes() : List.of(),
                        Texts.filled(ncuCli.kernelName()).map(name -> new KernelName(base, name)),
                        whole(ncuCli.launchSkip()),
                        OptionalInt.of(ncuCli.launchCount().orElse(MOST_LAUNCHES)),
                        ncuCli.forceOverwrite().orElse(true)),
                gatingNvtx,
                base,
                ncuCli.export().map(Export::csv).orElse(true),
                timeout.orElse(TIMEOUT));
    }

    public void check(Binder binder) {
        if (!enable) {
            return;
        }
        Texts.filled(ncuCli.replayMode())
                .filter(mode -> !REPLAY_MODES.contains(mode))
                .ifPresent(mode ->
                        binder.add(
                                new Problem(
                                        CLI + "replay_mode is '" + mode + "'",
                                        binder.at(CLI + "replay_mode"),
                                        "one of kernel, application, range, app-range")));
        Timeouts.check(binder, "pipeline.ncu.timeout", timeout);
        budgetMinutes
                .filter(minutes -> !(minutes > 0 && minutes <= MOST_MINUTES))
                .ifPresent(_ ->
                        binder.add(
                                new Problem(
                                        "pipeline.ncu.budget_minutes must be above 0 and at most"
                                                + " 1440",
                                        binder.at("pipeline.ncu.budget_minutes"),
                                        "pipeline.ncu.budget_minutes=10")));
        negative(binder, "launch_skip", ncuCli.launchSkip());
        negative(binder, "launch_count", ncuCli.launchCount());
    }

    private static void negative(Binder binder, String key, Optional<Integer> value) {
        if (value.orElse(0) < 0) {
            binder.add(
                    new Problem(
                            CLI + key + " is " + value.get() + ", which is below 0",
                            binder.at(CLI + key),
                            CLI + key + "=null"));
        }
    }

    private List<String> includes() {
        return Texts.of(ncuCli.nvtx().flatMap(Nvtx::include), NvtxInclude::split);
    }

    private static OptionalInt whole(Optional<Integer> value) {
        return value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }
}
