package dev.llmprof.config.sweep;

import dev.llmprof.secret.Secrets;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One job after another, in this JVM.
public final class SerialLauncher implements Launcher {
    private final JobRunner here;

    public SerialLauncher(JobRunner here) {
        this.here = here;
    }

    @Override
    public List<JobResult> launch(List<JobCommand> jobs, PrintStream out) {
        out.println("Launching " + jobs.size() + " jobs locally");
        List<JobResult> results = new ArrayList<>();
        for (JobCommand job : jobs) {
            out.println(title(job));
            results.add(run(job, here, out));
        }
        return results;
    }

    static String title(JobCommand job) {
        return "\t#" + job.number() + " : " + String.join(" ", Secrets.hideWords(job.overrides()));
    }

    static JobResult run(JobCommand job, JobRunner here, PrintStream out) {
        try {
            return new JobResult(job, here.run(job, out), Optional.empty());
        } catch (Exception failure) {
            return new JobResult(job, 1, Optional.of(failure));
        }
    }
}
