package dev.llmprof.pipeline;

import dev.llmprof.process.Command;
import java.util.List;
import java.util.function.Function;

/// A stage that does as it is told.
record FakeStage(String name, Function<Workspace, Outcome> does) implements Stage {

    @Override
    public Probe probe() {
        return new Probe.Ready("fake", List.of());
    }

    @Override
    public List<Command> plan(Workspace workspace) {
        return List.of(Command.of("fake", name));
    }

    @Override
    public Outcome run(Workspace workspace) {
        return does.apply(workspace);
    }
}
