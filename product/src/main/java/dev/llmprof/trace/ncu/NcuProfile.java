package dev.llmprof.trace.ncu;

import dev.llmprof.problem.Problem;
import java.util.List;

/// All launches of one ncu report or CSV, and what could not be read of it.
public record NcuProfile(NcuSession session, List<NcuLaunch> launches, List<Problem> problems) {
    public NcuProfile {
        launches = List.copyOf(launches);
        problems = List.copyOf(problems);
    }
}
