package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.phase.Phases;
import java.util.ArrayList;
import java.util.List;

/// The same GPU time counted at every level; a level that misses some says so.
public record Conservation(long gpuNanos, List<Level> levels) {
    /// One way of dividing the time. `explainedNanos` lies in its rows, `restNanos` in its "not
    /// attributed" row.
    public record Level(String name, long explainedNanos, long restNanos) {
        public long totalNanos() {
            return explainedNanos + restNanos;
        }
    }

    public boolean holds() {
        return levels.stream().allMatch(level -> level.totalNanos() == gpuNanos);
    }

    static Conservation of(
            CategoryBreakdown categories,
            OperatorBreakdown operators,
            Attribution attribution,
            ModuleBreakdown modules,
            Phases phases) {
        List<Level> levels = new ArrayList<>();
        long named =
                categories.rows().stream()
                        .filter(row -> row.category() != KernelCategory.OTHER)
                        .mapToLong(CategoryBreakdown.Row::totalNanos)
                        .sum();
        levels.add(new Level("kernels", categories.totalNanos(), 0));
        levels.add(new Level("categories", named, categories.totalNanos() - named));
        levels.add(
                new Level("operators", operators.deviceNanos(), attribution.unattributedNanos()));
        levels.add(
                new Level(
                        "modules",
                        modules.attributedNanos(),
                        modules.gpuNanos() - modules.attributedNanos()));
        long inPhases = phases.parts().stream().mapToLong(Phases.Part::gpuNanos).sum();
        levels.add(new Level("phases", inPhases, phases.outsideGpuNanos()));
        return new Conservation(attribution.gpuNanos(), levels);
    }
}
