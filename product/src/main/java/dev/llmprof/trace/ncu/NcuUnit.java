package dev.llmprof.trace.ncu;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// ncu's units: `Mbyte`, `us`, `cycle/nsecond`, `Gbyte/s`, `Ghz`. Prefixes are decimal.
///
/// Base units are byte, nanosecond, percent and the bare counts; rates are per second.
public final class NcuUnit {
    private static final Map<String, Double> NANOS =
            Map.ofEntries(
                    Map.entry("nsecond", 1.0),
                    Map.entry("ns", 1.0),
                    Map.entry("usecond", 1e3),
                    Map.entry("us", 1e3),
                    Map.entry("msecond", 1e6),
                    Map.entry("ms", 1e6),
                    Map.entry("second", 1e9),
                    Map.entry("s", 1e9),
                    Map.entry("minute", 60e9),
                    Map.entry("hour", 3600e9));
    private static final Map<String, Double> PREFIX =
            Map.of("", 1.0, "K", 1e3, "k", 1e3, "M", 1e6, "G", 1e9, "T", 1e12, "P", 1e15);

    /// The noun within a metric's name that says what it counts; the first that fits wins.
    private static final List<Map.Entry<String, String>> NOUNS =
            List.of(
                    Map.entry("time_duration", "nsecond"),
                    Map.entry("time_active", "nsecond"),
                    Map.entry("bytes", "byte"),
                    Map.entry("_excessive", "byte"),
                    Map.entry("per_opcode", ""),
                    Map.entry("average_warps_issue_stalled", "inst"),
                    Map.entry("average_warp", "cycle"),
                    Map.entry("derived__avg_thread", "thread"),
                    Map.entry("no_instructions", "inst"),
                    Map.entry("occupancy_limit", "block"),
                    Map.entry("launch__block_dim", "block"),
                    Map.entry("shared_mem_per_block", "byte/block"),
                    Map.entry("shared_mem_config_size", "byte"),
                    Map.entry("registers_per_thread", "register/thread"),
                    Map.entry("sectors", "sector"),
                    Map.entry("requests", "request"),
                    Map.entry("cycles", "cycle"),
                    Map.entry("writeback_active", "cycle"),
                    Map.entry("inst_", "inst"),
                    Map.entry("warps", "warp"),
                    Map.entry("thread_count", "thread"),
                    Map.entry("ctas", "block"));

    private NcuUnit() {}

    public static double toBase(double value, String unit) {
        int slash = unit.indexOf('/');
        if (slash < 0) {
            return value * scale(unit);
        }
        return value * scale(unit.substring(0, slash)) / perScale(unit.substring(slash + 1));
    }

    /// `byte` for `Mbyte`, `nsecond` for `us`, `byte/second` for `Gbyte/s`, `cycle/second` for
    /// `Ghz`.
    public static String base(String unit) {
        int slash = unit.indexOf('/');
        if (slash >= 0) {
            String per = unit.substring(slash + 1);
            return base(unit.substring(0, slash)) + "/" + (NANOS.containsKey(per) ? "second" : per);
        }
        if (NANOS.containsKey(unit)) {
            return "nsecond";
        }
        String lower = unit.toLowerCase(Locale.ROOT);
        if (lower.endsWith("hz") && PREFIX.containsKey(unit.substring(0, unit.length() - 2))) {
            return "cycle/second";
        }
        return prefixed(unit) ? "byte" : unit;
    }

    /// The unit of a metric in a report file, which has none: its name tells, as ncu's own list
    /// shows.
    public static String ofMetric(String name) {
        int dot = name.indexOf('.');
        String counter = dot < 0 ? name : name.substring(0, dot);
        String rollup = dot < 0 ? "" : name.substring(dot);
        if (rollup.contains("pct") || counter.endsWith("_pct")) {
            return "%";
        }
        boolean bareRatio = rollup.contains("ratio") && !counter.contains("average_warp");
        String noun = bareRatio ? "" : noun(counter);
        if (noun.isEmpty()) {
            return "";
        }
        if (rollup.endsWith(".per_second")) {
            return noun + "/second";
        }
        return perCycle(noun, rollup) ? noun + "/cycle" : noun;
    }

    /// ncu counts warps at work in each cycle as warps.
    private static boolean perCycle(String noun, String rollup) {
        return rollup.endsWith(".peak_sustained")
                ? List.of("byte", "sector", "inst").contains(noun)
                : rollup.contains(".per_cycle") && !noun.equals("warp");
    }

    private static String noun(String counter) {
        if (counter.startsWith("device__") || counter.startsWith("nv")) {
            return "";
        }
        if (counter.startsWith("derived__") && counter.contains("_sass_thread_inst")) {
            return "thread";
        }
        for (var noun : NOUNS) {
            if (counter.contains(noun.getKey())) {
                return noun.getValue();
            }
        }
        return "";
    }

    private static double scale(String unit) {
        Double nanos = NANOS.get(unit);
        if (nanos != null) {
            return nanos;
        }
        String lower = unit.toLowerCase(Locale.ROOT);
        if (lower.endsWith("hz")) {
            return PREFIX.getOrDefault(unit.substring(0, unit.length() - 2), 1.0);
        }
        return prefixed(unit) ? PREFIX.getOrDefault(unit.substring(0, unit.length() - 4), 1.0) : 1;
    }

    private static double perScale(String unit) {
        Double nanos = NANOS.get(unit);
        return nanos == null ? 1 : nanos / 1e9;
    }

    private static boolean prefixed(String unit) {
        return unit.endsWith("byte")
                && PREFIX.containsKey(unit.substring(0, unit.length() - "byte".length()));
    }
}
