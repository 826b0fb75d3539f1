package dev.llmprof.run.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.kernel.TopKernels;
import dev.llmprof.analysis.nsys.NsysStats;
import dev.llmprof.analysis.nsys.RangeKernels;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.ncu.KernelFilter;
import dev.llmprof.stage.ncu.NsysKernels;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads nsys's files for the choice of kernels; `most` names at a time.
record NsysKernelFiles(int most) implements NsysKernels {

    @Override
    public Optional<KernelFilter> of(Path csv) {
        try {
            return filter(
                    TopKernels.of(
                                    NsysKernelSummary.read(csv),
                                    TopKernels.Order.TIME_NS,
                                    Integer.MAX_VALUE)
                            .stream()
                            .map(each ->
                                    new KernelFilter.Kernel(
                                            each.name(), each.launches(), each.totalNanos()))
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + csv, e);
        }
    }

    @Override
    public Optional<KernelFilter> within(Path sqlite, List<String> ranges) {
        try {
            Map<String, KernelFilter.Kernel> kernels = new LinkedHashMap<>();
            RangeKernels all =
                    NsysStats.rangeKernels(NsysSqlite.read(sqlite, sqlite.toString(), _ -> {}));
            all.rows().stream()
                    .filter(row ->
                            row.range().map(each -> ranges.contains(each.name())).orElse(false))
                    .forEach(row -> kernels.merge(row.kernel(), kernel(row), NsysKernelFiles::sum));
            return filter(List.copyOf(kernels.values()));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + sqlite, e);
        } catch (Problem.Found unreadable) {
            // The stage that made it has said so; its summary may still be there.
            return Optional.empty();
        }
    }

    @Override
    public List<Path> gated(Path captures, List<Path> summaries, List<String> ranges) {
        try {
            List<Path> gated = new ArrayList<>();
            for (JsonNode entry : new JsonMapper().readTree(Files.readString(captures))) {
                Path directory =
                        captures.resolveSibling(entry.path("directory").asText()).normalize();
                if (ranges.contains(entry.path("range").asText())) {
                    summaries.stream()
                            .filter(csv -> directory.equals(csv.getParent()))
                            .forEach(gated::add);
                }
            }
            return gated;
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + captures, e);
        }
    }

    private Optional<KernelFilter> filter(List<KernelFilter.Kernel> all) {
        return all.isEmpty() ? Optional.empty() : Optional.of(KernelFilter.heaviest(all, most));
    }

    private static KernelFilter.Kernel kernel(RangeKernels.Row row) {
        return new KernelFilter.Kernel(
                row.kernel(), row.kernelInstances(), row.time().totalNanos());
    }

    private static KernelFilter.Kernel sum(KernelFilter.Kernel a, KernelFilter.Kernel b) {
        return new KernelFilter.Kernel(
                a.name(), a.launches() + b.launches(), a.nanos() + b.nanos());
    }
}
