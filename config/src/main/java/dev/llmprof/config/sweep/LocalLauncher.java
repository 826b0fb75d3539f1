package dev.llmprof.config.sweep;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Several jobs at once on this machine; each line of output says whose it is.
public final class LocalLauncher implements Launcher {
    private final int atOnce;
    private final JobRunner here;

    public LocalLauncher(int atOnce, JobRunner here) {
        this.atOnce = Math.max(1, atOnce);
        this.here = here;
    }

    @Override
    public List<JobResult> launch(List<JobCommand> jobs, PrintStream out) {
        out.println("Launching " + jobs.size() + " jobs locally, " + atOnce + " at once");
        try (var executor = Executors.newFixedThreadPool(atOnce)) {
            List<Future<JobResult>> running = new ArrayList<>();
            for (JobCommand job : jobs) {
                running.add(executor.submit(() -> run(job, out)));
            }
            List<JobResult> results = new ArrayList<>();
            for (Future<JobResult> future : running) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the sweep was interrupted", interrupted);
        } catch (ExecutionException ourFault) {
            throw new IllegalStateException(ourFault);
        }
    }

    private JobResult run(JobCommand job, PrintStream out) {
        synchronized (out) {
            out.println(SerialLauncher.title(job));
        }
        var lines = new LinePrefix("#" + job.number() + " | ", out);
        try (PrintStream own = lines.stream()) {
            return SerialLauncher.run(job, here, own);
        }
    }
}
