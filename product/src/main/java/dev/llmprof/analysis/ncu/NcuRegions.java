package dev.llmprof.analysis.ncu;

import dev.llmprof.analysis.ncu.NcuRegion.Work;
import dev.llmprof.trace.ncu.NcuLaunch;
import dev.llmprof.trace.ncu.NcuLaunch.NvtxFrame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Attributes launches and profiled ranges to NVTX regions.
///
/// A launch belongs to the innermost range that was open, and counts in every range around it once,
/// however they nest.
public final class NcuRegions {
    public static final String UNLABELLED = "(unlabeled)";
    private static final String PART = "::";

    /// Each label's own work and that with everything inside, for all or for one process and
    /// device.
    private static final class Tally {
        private final Map<String, Work> own = new TreeMap<>();
        private final Map<String, Work> inclusive = new TreeMap<>();

        void add(List<String> path, Work work) {
            own.merge(path.getLast(), work, Work::plus);
            new LinkedHashSet<>(path).forEach(label -> inclusive.merge(label, work, Work::plus));
        }
    }

    private record Place(String process, String device) {
        static final Place ALL = new Place("", "");
    }

    private final Map<Place, Tally> tallies = new LinkedHashMap<>();
    private final Map<String, String> parents = new TreeMap<>();
    private final Set<String> labels = new LinkedHashSet<>();

    private NcuRegions() {
        tallies.put(Place.ALL, new Tally());
    }

    /// `asked` are the labels of the include expressions: they have a row even when nothing was
    /// profiled in them. Launches of kernels that `wanted` refuses are left out.
    public static List<NcuRegion> of(
            List<NcuLaunch> launches, Collection<String> asked, Predicate<String> wanted) {
        var regions = new NcuRegions();
        asked.forEach(regions::known);
        for (NcuLaunch launch : launches) {
            if (launch.isRange() || wanted.test(launch.kernel().demangled())) {
                regions.add(launch);
            }
        }
        return regions.rows();
    }

    /// Whether any launch carries a label: without one, range replay has profiled no range.
    public static boolean anyLabelled(List<NcuLaunch> launches) {
        return launches.stream().anyMatch(launch -> !launch.nvtx().isEmpty());
    }

    private void add(NcuLaunch launch) {
        Work work = work(launch);
        List<String> path = path(launch.nvtx());
        place(Place.ALL).add(path, work);
        var place =
                new Place(
                        launch.process().pid() + " " + launch.process().name(),
                        launch.device().name());
        place(place).add(path, work);
    }

    private Tally place(Place place) {
        return tallies.computeIfAbsent(place, _ -> new Tally());
    }

    private static Work work(NcuLaunch launch) {
        var nanos = NcuFact.DURATION.of(launch.metrics());
        return new Work(1, nanos.isPresent() ? 1 : 0, nanos.orElse(0));
    }

    /// Outermost first; a label's own `::` parts stand before it.
    private List<String> path(List<NvtxFrame> frames) {
        List<String> path = new ArrayList<>();
        for (NvtxFrame frame : frames) {
            String label =
                    frame.domain().isEmpty() ? frame.range() : frame.range() + "@" + frame.domain();
            List<String> parts = known(label);
            if (!path.isEmpty() && !label.contains(PART)) {
                parents.putIfAbsent(label, path.getLast());
            }
            path.addAll(parts);
        }
        return path.isEmpty() ? known(UNLABELLED) : path;
    }

    private List<String> known(String label) {
        List<String> parts = new ArrayList<>();
        for (int at = label.indexOf(PART); at >= 0; at = label.indexOf(PART, at + PART.length())) {
            parts.add(label.substring(0, at));
        }
        parts.add(label);
        for (int at = 0; at < parts.size(); at++) {
            labels.add(parts.get(at));
            if (at > 0) {
                parents.put(parts.get(at), parts.get(at - 1));
            }
        }
        return parts;
    }

    private List<NcuRegion> rows() {
        Map<String, String> folders = RegionFolders.of(labels);
        List<NcuRegion> rows = new ArrayList<>();
        for (String label : labels) {
            for (var tally : tallies.entrySet()) {
                Work inclusive = tally.getValue().inclusive.getOrDefault(label, Work.NONE);
                if (inclusive.launches() > 0 || tally.getKey().equals(Place.ALL)) {
                    rows.add(
                            new NcuRegion(
                                    label,
                                    Optional.ofNullable(parents.get(label)),
                                    depth(label),
                                    folders.getOrDefault(label, "region"),
                                    tally.getKey().process(),
                                    tally.getKey().device(),
                                    tally.getValue().own.getOrDefault(label, Work.NONE),
                                    inclusive));
                }
            }
        }
        return rows;
    }

    private int depth(String label) {
        int depth = 0;
        String parent = parents.get(label);
        while (parent != null && depth < labels.size()) {
            depth++;
            parent = parents.get(parent);
        }
        return depth;
    }
}
