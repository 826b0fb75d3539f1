package dev.llmprof.study;

import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuKernel;
import dev.llmprof.analysis.ncu.NcuKernels;
import dev.llmprof.analysis.ncu.NcuLongRow;
import dev.llmprof.analysis.ncu.NcuRegions;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.report.ncu.NcuFiles;
import dev.llmprof.report.ncu.RegionFiles;
import dev.llmprof.trace.ncu.NcuDirectory;
import dev.llmprof.trace.ncu.NcuLaunch;
import dev.llmprof.trace.ncu.NcuProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What ncu counted in all files given. The CSVs of a `kernel_*` folder are one kernel, and its
/// siblings belong to the same set.
record CountedKernels(
        List<NcuKernel> kernels,
        List<NcuLongRow> rows,
        List<NcuLaunch> launches,
        List<String> askedRegions,
        NcuView view) {

    /// `askedRegions` are the ranges ncu was told to profile, whether it did or not.
    static CountedKernels of(
            SortedMap<String, NcuProfile> profiles, List<String> askedRegions, NcuView view)
            throws IOException {
        List<NcuKernel> kernels = new ArrayList<>();
        List<NcuLongRow> rows = new ArrayList<>();
        List<NcuLaunch> launches = new ArrayList<>();
        var directories = new TreeSet<Path>();
        for (Map.Entry<String, NcuProfile> profile : profiles.entrySet()) {
            Optional<Path> directory = directory(Path.of(profile.getKey()));
            if (NcuDirectory.isDirectory(Path.of(profile.getKey()))) {
                directories.add(Path.of(profile.getKey()).toAbsolutePath());
                launches.addAll(profile.getValue().launches());
                continue;
            }
            if (directory.isPresent()) {
                directories.add(directory.get());
                continue;
            }
            kernels.addAll(NcuKernels.of(profile.getValue(), view.marginPoints()));
            launches.addAll(profile.getValue().launches());
            for (NcuLaunch launch : profile.getValue().launches()) {
                rows.addAll(NcuLongRow.of("launch_" + launch.id(), launch));
            }
        }
        for (Path path : directories) {
            NcuDirectory directory = NcuDirectory.read(path);
            kernels.addAll(NcuKernels.of(directory, view.marginPoints()));
            directory
                    .kernels()
                    .forEach(k -> k.launches().forEach(l -> rows.addAll(NcuLongRow.of(k.id(), l))));
        }
        return new CountedKernels(kernels, rows, launches, List.copyOf(askedRegions), view);
    }

    /// The folder that holds a file's `kernel_*` folder, or the file itself.
    static String set(String file) {
        return directory(Path.of(file)).map(Path::toString).orElse(file);
    }

    private static Optional<Path> directory(Path file) {
        return Optional.ofNullable(file.toAbsolutePath().getParent())
                .filter(folder -> folder.getFileName().toString().startsWith("kernel_"))
                .map(Path::getParent);
    }

    private KernelCounters counters(NcuKernel kernel) {
        return KernelCounters.of(kernel, view.descriptions().of(kernel.name()).orElse(""));
    }

    /// Below `ncu/`; nothing where nothing was counted.
    SortedMap<String, String> files() {
        SortedMap<String, String> files = new TreeMap<>();
        if (!kernels.isEmpty()) {
            NcuFiles.of(kernels.stream().map(this::counters).toList(), rows)
                    .forEach((name, text) -> files.put("ncu/" + name, text));
        }
        if (NcuRegions.anyLabelled(launches) || (!launches.isEmpty() && !askedRegions.isEmpty())) {
            RegionFiles.of(NcuRegions.of(launches, askedRegions, _ -> true))
                    .forEach((name, text) -> files.put("ncu/" + name, text));
        }
        return files;
    }
}
