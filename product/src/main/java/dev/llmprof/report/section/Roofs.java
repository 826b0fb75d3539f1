package dev.llmprof.report.section;

import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.report.block.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The roofs of a device, one for each number format; formats with the same peak share one.
public final class Roofs {

    private Roofs() {}

    static List<Chart.Roofline.Ceiling> of(Prediction prediction) {
        return of(prediction.peaks(), prediction.peakFlopsPerSecond(), prediction.peakName());
    }

    public static List<Chart.Roofline.Ceiling> of(Ceiling ceiling) {
        return of(ceiling.densePerSecond(), ceiling.tensorPerSecond(), ceiling.format() + " dense");
    }

    /// What the report states for the vector units, and our data on the device's matrix units.
    static List<Chart.Roofline.Ceiling> of(KernelCounters counters) {
        List<Chart.Roofline.Ceiling> ceilings = new ArrayList<>();
        boolean matrix = counters.densePeaks().containsKey("fp16");
        ceilings.add(
                new Chart.Roofline.Ceiling(
                        "fp32 vector", counters.peakFp32PerSecond().orElseThrow(), !matrix));
        byPeak(counters.densePeaks())
                .forEach((peak, formats) ->
                        ceilings.add(
                                new Chart.Roofline.Ceiling(
                                        String.join(", ", formats) + " matrix",
                                        peak,
                                        formats.contains("fp16"))));
        return ceilings;
    }

    private static List<Chart.Roofline.Ceiling> of(
            SortedMap<String, Double> peaks, double used, String usedName) {
        SortedMap<Double, List<String>> names = byPeak(peaks);
        names.computeIfAbsent(used, _ -> new ArrayList<>());
        List<Chart.Roofline.Ceiling> ceilings = new ArrayList<>();
        names.forEach((peak, formats) -> {
            String name = formats.isEmpty() ? usedName : String.join(", ", formats);
            ceilings.add(new Chart.Roofline.Ceiling(name, peak, peak == used));
        });
        return ceilings;
    }

    /// The formats of matrix units; operators in bf16 are the usual.
    static List<Chart.Roofline.Ceiling> of(SortedMap<String, Double> dense) {
        List<Chart.Roofline.Ceiling> ceilings = new ArrayList<>();
        byPeak(dense)
                .forEach((peak, formats) ->
                        ceilings.add(
                                new Chart.Roofline.Ceiling(
                                        String.join(", ", formats),
                                        peak,
                                        formats.contains("bf16"))));
        return ceilings;
    }

    /// How it adds up is said only where that makes a difference.
    private static boolean repeats(String format, List<String> formats) {
        int at = format.indexOf("_accumulate_");
        return at > 0 && formats.contains(format.substring(0, at));
    }

    private static SortedMap<Double, List<String>> byPeak(SortedMap<String, Double> peaks) {
        SortedMap<Double, List<String>> names = new TreeMap<>();
        peaks.forEach(
                (format, peak) -> names.computeIfAbsent(peak, _ -> new ArrayList<>()).add(format));
        names.values().forEach(formats -> formats.removeIf(format -> repeats(format, formats)));
        return names;
    }
}
