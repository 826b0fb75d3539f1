package dev.llmprof.trace.ncu;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A directory of `kernel_*` folders as `llmprof kernels` writes it: one folder for each kernel
/// that was profiled.
public record NcuDirectory(List<Kernel> kernels, List<Problem> problems) {
    private static final String FOLDERS = "kernel_";

    public NcuDirectory {
        kernels = List.copyOf(kernels);
        problems = List.copyOf(problems);
    }

    /// `id` is the folder's name; no launches where ncu profiled nothing.
    public record Kernel(String id, List<NcuLaunch> launches) {
        public Kernel {
            launches = List.copyOf(launches);
        }
    }

    public static boolean isDirectory(Path directory) throws IOException {
        return Files.isDirectory(directory) && !folders(directory).isEmpty();
    }

    public static NcuDirectory read(Path directory) throws IOException {
        List<Path> folders = Files.isDirectory(directory) ? folders(directory) : List.of();
        if (folders.isEmpty()) {
            throw new Problem(
                            "no kernel_* folders here",
                            directory.toString(),
                            "give the output directory of llmprof kernels, or a .ncu-rep")
                    .found();
        }
        List<Kernel> kernels = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (Path folder : folders) {
            kernels.add(new Kernel(folder.getFileName().toString(), launches(folder, problems)));
        }
        return new NcuDirectory(kernels, problems);
    }

    /// All launches as one profile, numbered anew: ids begin at 0 in every folder.
    public NcuProfile profile() {
        List<NcuLaunch> launches = new ArrayList<>();
        for (Kernel kernel : kernels) {
            for (NcuLaunch launch : kernel.launches()) {
                launches.add(launch.numbered(launches.size()));
            }
        }
        List<Problem> all = new ArrayList<>(problems);
        kernels.stream()
                .filter(kernel -> kernel.launches().isEmpty())
                .map(kernel ->
                        new Problem("ncu profiled no launch of this kernel", kernel.id(), ""))
                .forEach(all::add);
        return new NcuProfile(NcuSession.UNKNOWN, launches, all);
    }

    private static List<Path> folders(Path directory) throws IOException {
        return list(directory, path -> Files.isDirectory(path) && name(path).startsWith(FOLDERS));
    }

    /// The report when it is there, else its CSVs: the details first, which have most.
    private static List<NcuLaunch> launches(Path folder, List<Problem> problems)
            throws IOException {
        List<Path> reports = list(folder, path -> name(path).endsWith(".ncu-rep"));
        List<Path> csvs = list(folder, path -> name(path).endsWith(".csv"));
        csvs.sort(Comparator.comparing((Path path) -> !name(path).contains("details")));
        List<NcuProfile> profiles = new ArrayList<>();
        for (Path file : reports.isEmpty() ? csvs : reports) {
            try {
                NcuProfile profile = reports.isEmpty() ? NcuCsv.read(file) : NcuReport.read(file);
                profiles.add(profile);
                problems.addAll(profile.problems());
            } catch (Problem.Found found) {
                problems.addAll(found.problems());
            }
        }
        return merged(profiles);
    }

    private static List<NcuLaunch> merged(List<NcuProfile> profiles) {
        Map<String, List<NcuLaunch>> parts = new LinkedHashMap<>();
        for (NcuProfile profile : profiles) {
            for (NcuLaunch launch : profile.launches()) {
                String key = launch.process().pid() + "/" + launch.id();
                parts.computeIfAbsent(key, _ -> new ArrayList<>()).add(launch);
            }
        }
        return parts.values().stream().map(NcuDirectory::merge).toList();
    }

    private static NcuLaunch merge(List<NcuLaunch> parts) {
        Set<NcuRule> rules = new LinkedHashSet<>();
        parts.forEach(part -> rules.addAll(part.rules()));
        var metrics = NcuMetrics.merged(parts.stream().map(NcuLaunch::metrics).toList());
        return parts.getFirst().with(metrics, List.copyOf(rules));
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    private static List<Path> list(Path directory, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return new ArrayList<>(entries.filter(wanted).sorted().toList());
        }
    }
}
