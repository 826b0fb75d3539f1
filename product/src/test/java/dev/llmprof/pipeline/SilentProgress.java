package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// Hears everything and says nothing; warnings it hands on.
public record SilentProgress(Consumer<Problem> warnings) implements Progress {

    public SilentProgress() {
        this(_ -> {});
    }

    @Override
    public void planned(List<Step> steps) {}

    @Override
    public void started(Step step, int number, int of) {}

    @Override
    public void line(String text) {}

    @Override
    public void remark(String text) {}

    @Override
    public void ended(Step step, Outcome outcome, Duration took) {}

    @Override
    public boolean live() {
        return false;
    }

    @Override
    public void warn(Problem problem) {
        warnings.accept(problem);
    }
}
