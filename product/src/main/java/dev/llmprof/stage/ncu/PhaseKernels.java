package dev.llmprof.stage.ncu;

import dev.llmprof.pipeline.Workspace;
import dev.llmprof.tool.NvtxInclude;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which kernels ncu looks at: the heaviest of the phase that it is gated to, not of whatever nsys
/// recorded, since a name from elsewhere need not occur there.
record PhaseKernels(List<String> phases, NsysKernels reading) {
    private static final List<String> SQLITE = List.of("nsys.sqlite", "nsys.stage.sqlite");
    private static final List<String> SUMMARIES =
            List.of("nsys.kernel_summary", "nsys.stage.kernel_summary");

    static PhaseKernels of(NcuSettings settings, NsysKernels reading) {
        return new PhaseKernels(
                settings.profiling().nvtxIncludes().stream()
                        .map(NvtxInclude::rangeName)
                        .distinct()
                        .toList(),
                reading);
    }

    /// Empty where nsys did not run before, or recorded nothing of the phase.
    Optional<KernelFilter> find(Workspace workspace) {
        List<Path> summaries = left(workspace, SUMMARIES);
        if (phases.isEmpty()) {
            return first(summaries.stream().map(reading::of));
        }
        return first(left(workspace, SQLITE).stream().map(file -> reading.within(file, phases)))
                .or(() ->
                        first(
                                left(workspace, List.of("nsys.captures")).stream()
                                        .flatMap(index ->
                                                reading.gated(index, summaries, phases).stream())
                                        .map(reading::of)));
    }

    /// In the order of the kinds: the whole run before its parts.
    private static List<Path> left(Workspace workspace, List<String> kinds) {
        return kinds.stream()
                .flatMap(kind -> workspace.earlier(kind).stream())
                .filter(Files::exists)
                .toList();
    }

    private static Optional<KernelFilter> first(Stream<Optional<KernelFilter>> found) {
        return found.flatMap(Optional::stream).findFirst();
    }

    String words() {
        return phases.isEmpty() ? "the capture" : "'" + String.join("', '", phases) + "'";
    }
}
