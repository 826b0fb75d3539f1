package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NcuRun.Launch;
import dev.llmprof.testing.nsight.NcuRun.Rule;
import dev.llmprof.testing.nsight.NcuRun.Timed;
import dev.llmprof.testing.nsight.NcuRun.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A run of eight kernels: bound by DRAM, by compute, by L2, by L1, balanced, waiting, too small to
/// fill the device, and in double precision.
public final class NcuRuns {
    /// Function, grid, block, ncu's name, nsys's name, nsys's calls and nanoseconds.
    private static final String KERNELS =
            """
            gemv    | 224 1 1  | 32 4 1  | void gemv<7, 0, __nv_bfloat16>(T3)           | void internal::gemv<(int)7, (bool)0, __nv_bfloat16>(T3)   | 12000 | 480000000
            gemm    | 152 4 1  | 128 1 1 | void Kernel2<gemm_bf16_128x64_tn>(Params)    | void cutlass::Kernel2<gemm_bf16_128x64_tn>(T1::Params)    | 1500  | 150000000
            flash   | 16 32 7  | 128 1 1 | void flash_fwd<128, 64>(Params)              | void flash::flash_fwd<(int)128, (int)64>(T1)              | 2400  | 90000000
            add     | 64 1 1   | 128 1 1 | void elementwise<4, Add<float>>(int, T2)     | void at::native::elementwise<(int)4, at::native::Add<float>>(int, T2) | 9000 | 60000000
            copy    | 2 1 1    | 128 1 1 | void unrolled<Copy<float>>(int, T1)          | void at::native::unrolled<at::native::Copy<float>>(int, T1) | 8000 | 40000000
            norm    | 640 1 1  | 256 1 1 | void rms_norm<__nv_bfloat16>(T1 *, int)      | void vllm::rms_norm<__nv_bfloat16>(T1 *, int)             | 4000  | 30000000
            rope    | 320 2 1  | 64 2 1  | rotary_kernel                                | rotary_kernel                                             | 2000  | 20000000
            lattice | 1024 1 1 | 256 1 1 | lattice_step                                 | lattice_step                                              | 100   | 10000000
            """;

    private static final String COUNTED =
            """
            function nanos  ops          read      written sm    dram  memory l1    l2    busy  bandwidth rate         l1hit l2hit achieved possible registers shared warps ffma   fadd  fmul  dfma dadd dmul
            gemv     39500  -            61400000  197380  22.5  81.25 81.25  24    36.5  36.5  81.25     1560000000000 31.77 5.25  11.32    16.67    24        8      12    310.25 12.5  0     0    0    0
            gemm     84250  17179869184  24500000  8250000 88.4  21.3  47.1   47.1  39.9  47.1  44.05     388730000000 12.5  83.75 8.25     8.33     1         2      12    26.51  0     13.26 0    0    0
            flash    31600  2147483648   3400000   197380  41.5  8.25  61.75  49.25 61.75 61.75 60.9      113840000000 0.53  95.4  24.5     25       3         2      12    120.5  3.25  8     0    0    0
            add      6750   -            512000    256000  56.1  58.6  58.6   9.75  11.25 11.25 58.6      113780000000 0     50.14 62.5     100      16        32     12    40     80    2.5   0    0    0
            copy     2240   -            8192      0       0.8   2.1   3      1.5   3     3     2.1       3660000000   0     71.4  7.9      100      16        32     12    1.5    0     0     0    0    0
            norm     18340  -            12800000  6400000 71    69.2  69.2   50.5  44.25 44.25 69.2      1050000000000 33.25 40.5  81.5    83.33    10        16     12    410    205   205   0    0    0
            rope     9120   -            1310720   655360  33    39.1  64     64    41.75 64    52        215580000000 66.6  58.75 47.25    66.67    8         16     12    96     32    64    0    0    0
            lattice  55000  -            9000000   4500000 84.1  14.85 30.2   22.2  30.2  30.2  28.4      245450000000 18.18 63.64 49.5     50       5         16     8     0      0     0     80   10   2
            """;

    private NcuRuns() {}

    public static NcuRun inference() {
        List<String> keys = words(COUNTED.lines().findFirst().orElseThrow());
        List<List<String>> counted = COUNTED.lines().skip(1).map(NcuRuns::words).toList();
        List<String> kernels = KERNELS.lines().toList();
        List<Launch> launches = new ArrayList<>();
        for (int at = 0; at < kernels.size(); at++) {
            launches.add(launch(kernels.get(at).split("\\|", -1), keys, counted.get(at)));
        }
        return new NcuRun(launches);
    }

    private static Launch launch(String[] kernel, List<String> keys, List<String> counted) {
        Map<String, Value> metrics = new LinkedHashMap<>(onDevice());
        for (int at = 1; at < keys.size(); at++) {
            metrics.put(keys.get(at), value(keys.get(at), counted.get(at)));
        }
        Timed timed =
                new Timed(
                        kernel[4].strip(),
                        Long.parseLong(kernel[5].strip()),
                        Long.parseLong(kernel[6].strip()));
        return new Launch(
                kernel[0].strip(),
                kernel[3].strip(),
                sides(kernel[1]),
                sides(kernel[2]),
                timed,
                metrics,
                NcuRules.of(kernel[0].strip(), metrics));
    }

    /// The same for every launch: the GPU, its clocks and what it could do in a cycle.
    private static Map<String, Value> onDevice() {
        return Map.ofEntries(
                Map.entry("device", new Value.Text("NVIDIA GeForce RTX 4070")),
                Map.entry("major", new Value.Count(8)),
                Map.entry("minor", new Value.Count(9)),
                Map.entry("smHz", new Value.Real(1.75e9)),
                Map.entry("gpcHz", new Value.Real(1.74e9)),
                Map.entry("dramHz", new Value.Real(9.25e9)),
                Map.entry("dramPeak", new Value.Real(96)),
                Map.entry("ffmaPeak", new Value.Real(10496)),
                Map.entry("dfmaPeak", new Value.Real(164)),
                Map.entry("cycles", new Value.Real(46970)),
                Map.entry("perThread", new Value.Count(40)),
                Map.entry("block", new Value.Count(2048)),
                Map.entry("config", new Value.Count(16384)),
                Map.entry("threads", new Value.Count(77824)),
                Map.entry("cache", new Value.Text("CachePreferNone")),
                Map.entry("counters", new Value.Count(140191342131968L)),
                Map.entry("links", new Value.None()),
                Map.entry("half", new Value.None()));
    }

    private static Value value(String key, String cell) {
        if (cell.equals("-")) {
            return new Value.None();
        }
        boolean whole = List.of("ops", "registers", "shared", "warps").contains(key);
        return whole
                ? new Value.Count(Long.parseLong(cell))
                : new Value.Real(Double.parseDouble(cell));
    }

    private static List<String> words(String line) {
        return List.of(line.strip().split("\\s+"));
    }

    private static List<Integer> sides(String text) {
        return Stream.of(text.strip().split(" ")).map(Integer::parseInt).toList();
    }

    /// What the rules of ncu would say.
    private static final class NcuRules {
        static List<Rule> of(String function, Map<String, Value> metrics) {
            var launch = new Launch(function, "", List.of(), List.of(), NONE, metrics, List.of());
            List<Rule> rules = new ArrayList<>();
            rules.add(new Rule("SpeedOfLight", "SOLBottleneck", "WRN", bottleneck(launch)));
            rules.add(
                    new Rule(
                            "SpeedOfLight_RooflineChart",
                            "SOLFPRoofline",
                            "INF",
                            "The ratio of peak float (fp32) to double (fp64) performance is 64:1."));
            if (launch.number("achieved") < 40) {
                rules.add(
                        new Rule(
                                "Occupancy",
                                "Occupancy",
                                "WRN",
                                "The theoretical occupancy, of "
                                        + launch.number("possible")
                                        + "%, is limited by what a block \"needs\"."));
            }
            return rules;
        }

        private static final Timed NONE = new Timed("", 0, 0);

        private static String bottleneck(Launch launch) {
            double compute = launch.number("sm");
            double memory = launch.number("memory");
            if (launch.function().equals("copy")) {
                return "This kernel grid is too small to fill the available resources on this device.";
            }
            if (Math.max(compute, memory) < 60) {
                return "This workload exhibits low compute throughput and memory bandwidth utilization.";
            }
            if (Math.abs(compute - memory) < 5) {
                return "Compute and Memory are well-balanced.";
            }
            return compute > memory
                    ? "Compute is more heavily utilized than Memory."
                    : "Memory is more heavily utilized than Compute.";
        }
    }
}
