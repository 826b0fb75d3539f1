package dev.llmprof.trace.kineto;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/// What a user should know of how a trace was read, in words: what was damaged, what was read as
/// something plainer than it is, and what was left out.
final class KinetoRemarks {
    private static final int MOST_CATEGORIES = 4;
    private static final long SECOND = 1_000_000_000;
    private static final Map<String, String> PHASES =
            Map.of(
                    "C", "counter samples (ph C)",
                    "I", "instants (ph I)",
                    "i", "instants (ph i)",
                    "n", "asynchronous instants (ph n)",
                    "R", "marks (ph R)",
                    "N", "object events (ph N)",
                    "O", "object events (ph O)",
                    "D", "object events (ph D)",
                    "v", "memory dumps (ph v)",
                    "V", "memory dumps (ph V)");

    private final List<String> remarks = new ArrayList<>();

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
    void add(boolean holds, String format, Object... numbers) {
        if (holds) {
            remarks.add(String.format(Locale.ROOT, format, numbers));
        }
    }

    void damaged(String failure) {
        add(!failure.isEmpty(), "%s", damage(failure));
    }

    static String damage(String failure) {
        return "the file is damaged: " + failure + meaning(failure);
    }

    /// The libraries' words for a checksum that does not fit.
    private static String meaning(String failure) {
        String lower = failure.toLowerCase(Locale.ROOT);
        boolean sum =
                List.of("trailer", "checksum", "crc", "integrity").stream()
                        .anyMatch(lower::contains);
        return sum ? ": the checksum is wrong, so names and numbers may be too" : "";
    }

    /// What became of events that PyTorch's profiler does not write.
    void foreign(
            ForeignEvents events,
            ForeignRows.Placed placed,
            SortedMap<String, Long> foreignCategories) {
        add(
                placed.hostCount() > 0,
                "%,d events that PyTorch's profiler does not write were read as plain ranges of the"
                        + " host, %s in all%s",
                placed.hostCount(),
                time(placed.hostNanos()),
                placed.deviceCount() > 0 ? "" : ": " + listed(foreignCategories));
        add(
                placed.deviceCount() > 0,
                "%,d events were read as work of a device, as their process is called %s",
                placed.deviceCount(),
                String.join(", ", placed.devices().values().stream().distinct().toList()));
        add(
                placed.waits() > 0,
                "%,d waits and signals on the device's streams are not work and were skipped",
                placed.waits());
        add(
                events.endless() > 0,
                "ranges that begin and never end: %,d; they are taken to end with the trace",
                events.endless());
        add(
                events.beginless() > 0,
                "ends of ranges that never began: %,d; they were left out",
                events.beginless());
    }

    /// Kinds of events that have no duration; PyTorch's own traces have instants as a matter of
    /// course.
    void leftOut(SortedMap<String, Long> byPhase, boolean pytorch) {
        List<String> parts = new ArrayList<>();
        byPhase.forEach((phase, count) -> {
            boolean usual = pytorch && phase.equalsIgnoreCase("i");
            if (PHASES.containsKey(phase) && !usual) {
                parts.add(String.format(Locale.ROOT, "%,d %s", count, PHASES.get(phase)));
            }
        });
        add(!parts.isEmpty(), "left out: %s", String.join(", ", parts));
    }

    void counters(long ranges) {
        add(
                ranges > 0,
                "%,d ranges of CUPTI's profiler were left out: they hold counters of kernels, and"
                        + " their times are the whole divided evenly; for times record the CUDA"
                        + " activity, for counters use ncu",
                ranges);
    }

    List<String> all() {
        return remarks;
    }

    private static String listed(SortedMap<String, Long> categories) {
        List<String> parts = new ArrayList<>();
        categories.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_CATEGORIES)
                .forEach(one -> parts.add(part(one.getKey(), one.getValue())));
        int more = categories.size() - MOST_CATEGORIES;
        return String.join(", ", parts)
                + (more > 0
                        ? " and " + more + (more == 1 ? " category" : " categories") + " more"
                        : "");
    }

    private static String part(String category, long count) {
        String called = category.isEmpty() ? "without category" : "category " + category;
        return String.format(Locale.ROOT, "%s %,d", called, count);
    }

    private static String time(long nanos) {
        return nanos < SECOND
                ? String.format(Locale.ROOT, "%.3f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }
}
