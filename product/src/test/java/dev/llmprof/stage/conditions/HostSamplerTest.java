package dev.llmprof.stage.conditions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a machine made of files: llmprof is process 10, its workload 11, and 20 is somebody else's.
class HostSamplerTest {
    @TempDir private Path root;
    private Instant now = Instant.ofEpochSecond(1_000);

    @Test
    void aLineHasTheCountersAndWhoElseWasAtWork() throws IOException {
        var out = new StringWriter();
        machine(500, 1_000, 0, 100);
        var sampler = new HostSampler(new ProcFiles(root), () -> now, out, 10);
        sampler.sample();
        now = now.plusSeconds(2);
        machine(800, 1_100, 50, 340);
        write("sys/class/powercap/intel-rapl:0/energy_uj", "500000");
        sampler.sample();

        assertEquals(
                """
                1000000000000,5.000000,10.000000,0.000000,3.000000,,,0.000000,0.004000,1.500000,2000000000.000000,2.500000,,,,2097152
                1002000000000,8.000000,11.000000,0.500000,3.000000,,,0.600000,0.004000,1.500000,2000000000.000000,2.500000,20,make _x__ -j,2.400000,2097152
                """,
                out.toString());
    }

    @Test
    void allProcessesAreOnlyLookedAtNowAndThen() throws IOException {
        var out = new StringWriter();
        machine(500, 1_000, 0, 100);
        var sampler = new HostSampler(new ProcFiles(root), () -> now, out, 10);
        sampler.sample();
        now = now.plusMillis(100);
        sampler.sample();

        assertEquals(
                "1000100000000,5.000000,10.000000,0.000000,3.000000,,,0.000000,0.004000,,,,,,,2097152",
                out.toString().lines().toList().getLast());
    }

    /// Where others take the CPUs a look lasts long and takes little.
    @Test
    void aBusyHostIsLookedAtAsOften() throws IOException {
        var out = new StringWriter();
        machine(500, 1_000, 0, 100);
        var sampler =
                new HostSampler(new ProcFiles(root), () -> now = now.plusMillis(300), out, 10);
        sampler.sample();
        now = now.plusSeconds(1);
        sampler.sample();

        assertEquals(
                2,
                out.toString().lines().filter(line -> line.contains(",2.500000,")).count(),
                out.toString());
    }

    /// `ticks` is what process 20 has taken; the energy counter runs over at 1 J.
    private void machine(int busy, int idle, int stolen, int ticks) throws IOException {
        write("proc/stat", "cpu  " + busy + " 0 0 " + idle + " 0 0 0 " + stolen + " 0 0\ncpu0 1\n");
        write("proc/loadavg", "1.50 1.00 0.50 1/200 99\n");
        write(
                "proc/pressure/cpu",
                "some avg10=1.00 avg60=1.00 avg300=1.00 total=3000000\nfull x\n");
        write("proc/thread-self/schedstat", "4000000 1 1\n");
        write("proc/10/stat", process(10, "java", 1, 100));
        write("proc/11/stat", process(11, "python", 10, 150));
        write("proc/10/status", "Name:\tjava\nVmRSS:\t  900000 kB\n");
        write("proc/11/status", "Name:\tpython\nVmRSS:\t    2048 kB\n");
        write("proc/20/stat", process(20, "make (x), -j", 1, ticks));
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2000000\n");
        write("sys/class/powercap/intel-rapl:0/energy_uj", "900000\n");
        write("sys/class/powercap/intel-rapl:0/max_energy_range_uj", "1000000\n");
    }

    private static String process(int pid, String name, int parent, int ticks) {
        return pid
                + " ("
                + name
                + ") S "
                + parent
                + " 1 1 0 0 0 0 0 0 0 "
                + ticks
                + " 0 0 0 20 0 1 0 77 0\n";
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
