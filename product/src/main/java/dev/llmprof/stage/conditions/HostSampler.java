package dev.llmprof.stage.conditions;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// Writes a line for each look at this machine. It keeps nothing but the last one: what it takes in
/// memory does not grow.
///
/// Looking at all processes is the dear part, so it takes at most a hundredth of a CPU. What it
/// waits for one does not count: a busy host is the one to be looked at.
final class HostSampler {
    static final List<String> COLUMNS =
            List.of(
                    "unix_ns",
                    "cpu_busy_s",
                    "cpu_idle_s",
                    "cpu_stolen_s",
                    "cpu_stalled_s",
                    "io_stalled_s",
                    "memory_stalled_s",
                    "energy_j",
                    "sampler_cpu_s",
                    "load_1m",
                    "cpu_hz",
                    "own_cpu_s",
                    "other_pid",
                    "other_name",
                    "other_cpu_s",
                    "own_memory_bytes");
    private static final Duration SELDOM = Duration.ofSeconds(1);
    private static final int COST = 100;
    private static final int MOST_PROGRAMS = 64;
    private static final String METER = "nvidia-smi";

    private final ProcFiles files;
    private final InstantSource clock;
    private final Writer out;
    private final int ownPid;
    private final HostCounters counters;
    private Optional<ProcessTable> last = Optional.empty();
    private Set<Integer> ours = Set.of();
    private Instant next = Instant.MIN;
    private double meterSeconds;

    HostSampler(ProcFiles files, InstantSource clock, Writer out, int ownPid) {
        this.files = files;
        this.clock = clock;
        this.out = out;
        this.ownPid = ownPid;
        this.counters = new HostCounters(files);
    }

    void head() throws IOException {
        out.write(String.join(",", COLUMNS) + "\n");
    }

    /// One line, on disk when it returns: nobody knows when a run is killed.
    void sample() throws IOException {
        Instant now = clock.instant();
        HostCounters.CpuTime cpu = counters.cpu();
        List<String> cells = new ArrayList<>();
        cells.add("" + (now.getEpochSecond() * 1_000_000_000L + now.getNano()));
        cells.add(text(cpu.busySeconds()));
        cells.add(text(cpu.idleSeconds()));
        cells.add(text(cpu.stolenSeconds()));
        for (String resource : List.of("cpu", "io", "memory")) {
            cells.add(text(counters.stalledSeconds(resource)));
        }
        cells.add(text(counters.joules()));
        List<String> processes = now.isBefore(next) ? List.of("", "", "", "", "", "") : seldom();
        cells.add(text(ownSeconds() + meterSeconds));
        cells.addAll(processes);
        cells.add(memory());
        out.write(String.join(",", cells) + "\n");
        out.flush();
    }

    /// Of the programs of the run, as far as they were there at the last look at all processes.
    private String memory() {
        List<Integer> programs =
                ours.stream().filter(pid -> pid != ownPid).limit(MOST_PROGRAMS).toList();
        OptionalDouble bytes = counters.residentBytes(programs);
        return bytes.isPresent() ? String.format(Locale.ROOT, "%.0f", bytes.getAsDouble()) : "";
    }

    private List<String> seldom() {
        double began = ownSeconds();
        ProcessTable table = ProcessTable.of(files);
        ours = table.tree(ownPid);
        Optional<ProcessTable.Taken> other = last.flatMap(earlier -> table.busiest(earlier, ours));
        List<String> cells =
                List.of(
                        text(counters.load()),
                        text(counters.clockHertz()),
                        text(table.ticks(ours) / ProcessTable.TICKS_PER_SECOND),
                        other.map(taken -> "" + taken.row().pid()).orElse(""),
                        other.map(taken ->
                                        taken.row().name().replaceAll("^[@+-]|[^\\w .:/@+-]", "_"))
                                .orElse(""),
                        other.map(taken -> text(taken.ticks() / ProcessTable.TICKS_PER_SECOND))
                                .orElse(""));
        meterSeconds =
                table.rows().values().stream()
                                .filter(row -> ours.contains(row.pid()))
                                .filter(row -> row.name().equals(METER))
                                .mapToLong(ProcessTable.Row::ticks)
                                .sum()
                        / ProcessTable.TICKS_PER_SECOND;
        last = Optional.of(table);
        Duration pause = Duration.ofNanos(Math.round((ownSeconds() - began) * COST * 1e9));
        next = clock.instant().plus(pause.compareTo(SELDOM) > 0 ? pause : SELDOM);
        return cells;
    }

    /// What this thread has taken. Not every kernel counts it in nanoseconds.
    private double ownSeconds() {
        String fine = files.text("proc/thread-self/schedstat").split(" ", 2)[0];
        OptionalDouble nanos = HostCounters.number(fine);
        if (nanos.isPresent() && nanos.getAsDouble() > 0) {
            return nanos.getAsDouble() / 1e9;
        }
        String coarse = files.text("proc/thread-self/stat");
        String[] rest = coarse.substring(coarse.lastIndexOf(')') + 1).strip().split(" ", -1);
        return rest.length < 13
                ? 0
                : (HostCounters.number(rest[11]).orElse(0)
                                + HostCounters.number(rest[12]).orElse(0))
                        / ProcessTable.TICKS_PER_SECOND;
    }

    private static String text(OptionalDouble value) {
        return value.isPresent() ? text(value.getAsDouble()) : "";
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
