package dev.llmprof.cli;

import dev.llmprof.run.RunRequest;
import java.util.ArrayList;
import java.util.List;

/// `llmprof run` whose runs are only written down.
record AskedRuns(List<RunRequest> requests) {
    AskedRuns() {
        this(new ArrayList<>());
    }

    RunCommand command() {
        return new RunCommand(
                request -> {
                    requests.add(request);
                    return 0;
                },
                RunCommand.Repeats.NONE,
                RunCommand.HelpLists.NONE);
    }
}
