package dev.llmprof.stage.conditions;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Counters of this machine, as they stand now. Those that only grow count from the machine's
/// start; energy counts from the first look.
final class HostCounters {
    private static final Pattern STALLED = Pattern.compile("some .*total=(\\d+)");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final int MOST_CLOCKS = 8;

    private final ProcFiles files;
    private final List<Path> meters;
    private final List<Path> clocks;
    private final Map<Path, Long> lastMicrojoules = new HashMap<>();
    private double joules;

    HostCounters(ProcFiles files) {
        this.files = files;
        // The parts of a package (core, uncore) stand below it and would count twice.
        this.meters = files.entries("sys/class/powercap", "intel-rapl:[0-9]");
        this.clocks = clocks(files);
    }

    /// CPU time of all CPUs together, in seconds.
    record CpuTime(double busySeconds, double idleSeconds, double stolenSeconds) {}

    CpuTime cpu() {
        String line = files.text("proc/stat").lines().findFirst().orElse("");
        String[] words = line.strip().split(" +", -1);
        if (!words[0].equals("cpu") || words.length < 9) {
            return new CpuTime(0, 0, 0);
        }
        double idle = ticks(words[4]) + ticks(words[5]);
        double stolen = ticks(words[8]);
        double busy =
                ticks(words[1])
                        + ticks(words[2])
                        + ticks(words[3])
                        + ticks(words[6])
                        + ticks(words[7]);
        return new CpuTime(seconds(busy), seconds(idle), seconds(stolen));
    }

    /// How long at least one task has waited for it: `cpu`, `io` or `memory`.
    OptionalDouble stalledSeconds(String resource) {
        Matcher found = STALLED.matcher(files.text("proc/pressure/" + resource));
        return found.find()
                ? OptionalDouble.of(Long.parseLong(found.group(1)) / 1e6)
                : OptionalDouble.empty();
    }

    OptionalDouble load() {
        return number(files.text("proc/loadavg").split(" ", 2)[0]);
    }

    /// The mean of some CPUs: asking each of hundreds would cost more than it tells.
    OptionalDouble clockHertz() {
        return clocks.stream()
                .map(files::text)
                .map(HostCounters::number)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(kilohertz -> kilohertz.getAsDouble() * 1e3)
                .average();
    }

    /// Of all packages; a counter that ran over goes on from nothing.
    OptionalDouble joules() {
        boolean any = false;
        for (Path meter : meters) {
            OptionalDouble read = number(files.text(meter.resolve("energy_uj")));
            if (read.isPresent()) {
                any = true;
                long now = (long) read.getAsDouble();
                long taken = now - lastMicrojoules.getOrDefault(meter, now);
                joules += (taken >= 0 ? taken : taken + range(meter)) / 1e6;
                lastMicrojoules.put(meter, now);
            }
        }
        return any ? OptionalDouble.of(joules) : OptionalDouble.empty();
    }

    /// Resident memory of these processes together; empty where none of them is there.
    OptionalDouble residentBytes(Collection<Integer> processes) {
        double bytes = 0;
        for (int process : processes) {
            Matcher found = RESIDENT.matcher(files.text("proc/" + process + "/status"));
            bytes += found.find() ? 1024.0 * Long.parseLong(found.group(1)) : 0;
        }
        return bytes > 0 ? OptionalDouble.of(bytes) : OptionalDouble.empty();
    }

    private long range(Path meter) {
        return (long) number(files.text(meter.resolve("max_energy_range_uj"))).orElse(0);
    }

    private static List<Path> clocks(ProcFiles files) {
        List<Path> all =
                files.entries("sys/devices/system/cpu", "cpu[0-9]*").stream()
                        .map(cpu -> cpu.resolve("cpufreq/scaling_cur_freq"))
                        .filter(file -> !files.text(file).isEmpty())
                        .toList();
        int step = Math.max(1, all.size() / MOST_CLOCKS);
        return IntStream.range(0, all.size())
                .filter(at -> at % step == 0)
                .limit(MOST_CLOCKS)
                .mapToObj(all::get)
                .toList();
    }

    static OptionalDouble number(String text) {
        String word = text.strip();
        return word.matches("\\d{1,18}(\\.\\d{1,9})?")
                ? OptionalDouble.of(Double.parseDouble(word))
                : OptionalDouble.empty();
    }

    private static double ticks(String word) {
        return number(word).orElse(0);
    }

    private static double seconds(double ticks) {
        return ticks / ProcessTable.TICKS_PER_SECOND;
    }
}
