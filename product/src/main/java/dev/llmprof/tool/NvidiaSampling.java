package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command lines that let nvidia-smi tell a GPU's state again and again, until it is ended.
public final class NvidiaSampling {
    /// The first of each line that the driver knows is asked for; names change with its version.
    private static final List<List<String>> FIELDS =
            List.of(
                    List.of("timestamp"),
                    List.of("index"),
                    List.of("power.draw.instant", "power.draw"),
                    List.of("enforced.power.limit", "power.limit"),
                    List.of("clocks.current.sm", "clocks.sm"),
                    List.of("clocks.max.sm"),
                    List.of("clocks.current.memory", "clocks.mem"),
                    List.of("temperature.gpu"),
                    List.of("utilization.gpu"),
                    List.of("memory.used"),
                    List.of("clocks_event_reasons.active", "clocks_throttle_reasons.active"));

    private NvidiaSampling() {}

    /// Which fields there are; needs no GPU.
    public static Command fields() {
        return Command.of(NvidiaSmi.PROGRAM, "--help-query-gpu");
    }

    /// `help` is the answer to [#fields].
    public static List<String> known(String help) {
        List<String> known = new ArrayList<>();
        for (List<String> names : FIELDS) {
            Optional<String> name =
                    names.stream().filter(each -> help.contains("\"" + each + "\"")).findFirst();
            name.ifPresent(known::add);
        }
        return known;
    }

    /// Times are written in UTC, as the host's are.
    public static Command watch(List<String> fields, Duration interval) {
        return Command.of(
                        NvidiaSmi.PROGRAM,
                        "--query-gpu=" + String.join(",", fields),
                        "--format=csv,nounits",
                        "-lms",
                        "" + interval.toMillis())
                .in(Map.of("TZ", "UTC"));
    }

    /// The programs that compute on the GPUs now, one a line: number, memory in MiB, name.
    public static Command programs() {
        return Command.of(
                NvidiaSmi.PROGRAM,
                "--query-compute-apps=pid,used_memory,process_name",
                "--format=csv,noheader,nounits");
    }
}
