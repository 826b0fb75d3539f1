package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.RankLaunch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// `workload.launch` as it is written.
public record LaunchKeys(
        RankLaunch.Kind kind, Optional<String> ranks, Optional<List<String>> args) {
    private static final Pattern RANKS =
            Pattern.compile("all|first_per_node|\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*");

    /// A sweep on Slurm hands its `srun_args` over in this, a line each.
    private static final String SRUN_ARGUMENTS = "LLMPROF_SRUN_ARGS";

    public void check(Binder binder) {
        ranks.filter(text -> !RANKS.matcher(text).matches())
                .ifPresent(text ->
                        binder.add(
                                new Problem(
                                        "workload.launch.ranks is '" + text + "'",
                                        binder.at("workload.launch.ranks"),
                                        "all, first_per_node or numbers:"
                                                + " workload.launch.ranks=\"'0,8-15'\"")));
    }

    public RankLaunch launch(Map<String, String> environment) {
        var arguments = new ArrayList<String>();
        if (kind == RankLaunch.Kind.SRUN) {
            environment.getOrDefault(SRUN_ARGUMENTS, "").lines().forEach(arguments::add);
        }
        arguments.addAll(args.orElse(List.of()));
        return new RankLaunch(kind, ranks.orElse("all"), arguments);
    }
}
