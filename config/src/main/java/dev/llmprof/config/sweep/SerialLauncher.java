package dev.llmprof.config.sweep;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One job after another.
public final class SerialLauncher implements Launcher {

    @Override
    public List<JobResult> launch(List<PlannedJob> jobs, Job job, PrintStream out) {
        out.println("Launching " + jobs.size() + " jobs locally");
        List<JobResult> results = new ArrayList<>();
        for (PlannedJob planned : jobs) {
            out.println(title(planned));
            results.add(run(planned, job, out));
        }
        return results;
    }

    static String title(PlannedJob planned) {
        return "\t#" + planned.number().orElse(0) + " : " + String.join(" ", planned.overrides());
    }

    static JobResult run(PlannedJob planned, Job job, PrintStream out) {
        try {
            RunDirectory.prepare(planned);
            job.run(planned, out);
            return new JobResult(planned, Optional.empty());
        } catch (Exception failure) {
            return new JobResult(planned, Optional.of(failure));
        }
    }
}
