package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.time.Duration;
import java.util.List;

/// Hears how a run goes, while it goes.
public interface Progress {

    void planned(List<Step> steps);

    void started(Step step, int number, int of);

    /// The newest line of the program that runs.
    void line(String text);

    /// What a stage says before its end.
    void remark(String text);

    void ended(Step step, Outcome outcome, Duration took);

    /// Something that is wrong with the run itself, not with a stage.
    void warn(Problem problem);

    /// Whether anybody looks at [#line]; where nobody does, nobody reads the logs.
    boolean live();
}
