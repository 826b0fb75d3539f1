package dev.llmprof.trace.ncu;

import dev.llmprof.trace.csv.CsvNumber;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where each column of an ncu CSV stands, by its title.
public record NcuCsvColumns(Map<String, Integer> places, List<String> titles) {
    static final String METRIC = "Metric Name";
    private static final List<String> NAMES = List.of("Kernel Name", "Function Name", "Name");
    private static final List<String> RANGES =
            List.of("NVTX Range Name", "Range Name", "NVTX Range", "Range");
    private static final Set<String> FIXED =
            Set.of(
                    "ID",
                    "Process ID",
                    "Process Name",
                    "Host Name",
                    "Kernel Time",
                    "Context",
                    "Stream",
                    "Block Size",
                    "Grid Size",
                    "Device",
                    "CC");

    static Optional<NcuCsvColumns> of(List<String> row) {
        boolean named =
                row.stream().anyMatch(NAMES::contains) || row.stream().anyMatch(RANGES::contains);
        if (!row.contains("ID") || !named) {
            return Optional.empty();
        }
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int place = 0; place < row.size(); place++) {
            places.putIfAbsent(row.get(place).strip(), place);
        }
        return Optional.of(new NcuCsvColumns(places, List.copyOf(row)));
    }

    boolean isLong() {
        return places.containsKey(METRIC) && places.containsKey("Metric Value");
    }

    /// The raw page's second row: units, and nothing in the columns of the launch.
    boolean isUnits(List<String> row) {
        return !isLong() && cell(row, "ID").isBlank() && kernelName(row).isBlank();
    }

    boolean isData(List<String> row) {
        return CsvNumber.parse(cell(row, "ID")).isPresent() && row.size() > 2;
    }

    /// Ids begin anew in each process.
    String key(List<String> row) {
        return cell(row, "Process ID") + "/" + cell(row, "ID");
    }

    String kernelName(List<String> row) {
        return first(row, NAMES);
    }

    String rangeName(List<String> row) {
        return first(row, RANGES);
    }

    /// The cell under a title; empty where the title or the cell is not there.
    String cell(List<String> row, String title) {
        return cell(row, places.getOrDefault(title, row.size()));
    }

    public static String cell(List<String> row, int place) {
        return place < row.size() ? row.get(place) : "";
    }

    /// Whether a column of the raw page is a metric rather than a fact on the launch.
    boolean isMetric(int place) {
        String title = titles.get(place).strip();
        return !title.isEmpty()
                && !FIXED.contains(title)
                && !NAMES.contains(title)
                && !RANGES.contains(title)
                && !isNvtx(title);
    }

    static boolean isNvtx(String title) {
        return title.contains("Push/Pop_Range") || title.contains("Start/Stop_Range");
    }

    private String first(List<String> row, List<String> candidates) {
        for (String title : candidates) {
            if (places.containsKey(title)) {
                return cell(row, title);
            }
        }
        return "";
    }
}
