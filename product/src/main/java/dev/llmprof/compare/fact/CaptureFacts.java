package dev.llmprof.compare.fact;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.StepTimes.OfKind;
import dev.llmprof.trace.Rank;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a capture says of itself: its header, and what was found in it. Only what it says; a
/// model's name for instance is in no trace.
public final class CaptureFacts {
    /// What is said of a capture whose file ends too early.
    static final String BREAKS_OFF = "breaks off";

    private static final List<String> OPTIONS =
            List.of("record_shapes", "with_stack", "with_modules", "with_flops", "profile_memory");
    private static final List<String> DRIVERS =
            List.of("cuda_driver_version", "hip_driver_version", "CudaDriverVersion");
    private static final List<String> RUNTIMES =
            List.of("cuda_runtime_version", "hip_runtime_version");
    private static final List<String> TORCHES = List.of("pytorch_version", "torch_version");
    private static final List<String> HOSTS = List.of("host_name", "hostname");

    private CaptureFacts() {}

    public static SideFacts of(Capture capture) {
        Map<String, String> said = capture.origin().facts();
        Map<FactKind, String> facts = new EnumMap<>(FactKind.class);
        facts.put(FactKind.GPU, gpu(capture));
        facts.put(FactKind.PARALLELISM, parallelism(capture));
        facts.put(FactKind.PHASES, phases(capture));
        facts.put(FactKind.REQUEST, request(capture));
        facts.put(FactKind.TOOL, capture.origin().tool());
        facts.put(FactKind.DRIVER, first(said, DRIVERS));
        facts.put(FactKind.CUDA, first(said, RUNTIMES));
        facts.put(FactKind.TORCH, first(said, TORCHES));
        facts.put(FactKind.PROFILER, options(said));
        facts.put(FactKind.CAPTURE, capture.origin().reading().whole() ? "whole" : BREAKS_OFF);
        facts.put(FactKind.CPU, said.getOrDefault("CpuDescription", ""));
        facts.put(FactKind.HOST, first(said, HOSTS));
        facts.put(FactKind.DATE, date(capture));
        facts.put(FactKind.FILE, file(capture.origin().source()));
        return new SideFacts(facts);
    }

    /// A part of an archive may have a name that no file can have.
    private static String file(String source) {
        return source.substring(source.lastIndexOf('/') + 1);
    }

    /// Those that worked; a machine may have more.
    private static String gpu(Capture capture) {
        int used = capture.gpu().devices().size();
        if (used == 0) {
            return "no GPU work";
        }
        return capture.devices().isEmpty()
                ? ""
                : String.join(" and ", capture.devices()) + " × " + used;
    }

    private static String parallelism(Capture capture) {
        Stream<String> world =
                capture.origin().rank().map(Rank::worldSize).filter(size -> size > 0).stream()
                        .map(size -> size == 1 ? "1 rank" : size + " ranks");
        Stream<String> ways =
                capture.origin().parallelRank().stream()
                        .flatMap(rank -> rank.places().keySet().stream())
                        .filter(way -> !way.equals("rank"));
        return Stream.concat(world, ways).collect(Collectors.joining(" "));
    }

    private static String phases(Capture capture) {
        String names =
                capture.marked().phases().parts().stream()
                        .map(Phases.Part::name)
                        .sorted()
                        .collect(Collectors.joining(" "));
        return names.isEmpty() ? "none marked" : names;
    }

    /// As far as the names of steps say it: medians.
    private static String request(Capture capture) {
        List<String> words = new ArrayList<>();
        for (OfKind kind : capture.marked().times().kinds()) {
            if (kind.batch().isPresent() || kind.tokens().isPresent()) {
                String batch = kind.batch().isPresent() ? " batch " + kind.batch().getAsLong() : "";
                String tokens =
                        kind.tokens().isPresent() ? " tokens " + kind.tokens().getAsLong() : "";
                words.add(kind.kind() + batch + tokens);
            }
        }
        return String.join(", ", words);
    }

    private static String options(Map<String, String> said) {
        return OPTIONS.stream()
                .filter(said::containsKey)
                .map(option -> option + "=" + said.get(option))
                .collect(Collectors.joining(" "));
    }

    private static String date(Capture capture) {
        return capture.origin()
                .began()
                .map(began -> began.truncatedTo(ChronoUnit.SECONDS).toString())
                .orElse("");
    }

    private static String first(Map<String, String> said, List<String> keys) {
        return keys.stream().filter(said::containsKey).map(said::get).findFirst().orElse("");
    }
}
