package dev.llmprof.analysis.workload;

import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.workload.PhaseUtilisation.DevicePeaks;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.shape.Work;
import dev.llmprof.trace.WorkloadResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// How much of the device each phase of a workload used. Every page and file that shows MFU, MBU or
/// FLOP/B of a phase shows those from here.
public record RunUtilisation(List<PhaseUtilisation> phases) {
    /// What the numbers mean, to stand beside them.
    public static final String CONVENTION =
            "MFU: matrix FLOPs (multiply and add count two, causal attention, active experts,"
                    + " output head) over the dense peak; MBU: weights, cache and activations moved"
                    + " over the memory's bandwidth; of one request by the workload's own clock, the"
                    + " median of the warm ones of its size, or of the trace where it has none. A"
                    + " phase is counted and timed without those"
                    + " nested within it: prefill is the decoder's part.";

    /// The same for a line on a screen.
    public static final String IN_SHORT =
            "MFU: matrix FLOPs over the dense peak; MBU: bytes over bandwidth; nested phases apart";

    private static final String VISION = "vision";
    private static final List<String> WHOLES =
            List.of(RequestPhases.PREFILL, RequestPhases.DECODE, VISION);

    public RunUtilisation {
        phases = List.copyOf(phases);
    }

    public Optional<PhaseUtilisation> phase(String name) {
        return phases.stream().filter(phase -> phase.phase().equals(name)).findFirst();
    }

    /// All FLOPs over all of the time; vision as one and not its stages again.
    public Optional<PhaseUtilisation> whole() {
        boolean seenAsOne = phase(VISION).isPresent();
        return phases.stream()
                .filter(phase -> !seenAsOne || WHOLES.contains(phase.phase()))
                .reduce((one, other) ->
                        new PhaseUtilisation(
                                "all",
                                one.tensorFlops() + other.tensorFlops(),
                                one.bytes() + other.bytes(),
                                one.measuredNanos() + other.measuredNanos(),
                                one.time(),
                                one.peaks()));
    }

    /// Exact work of the tokens and pictures of a typical request, by the workload's own clock.
    public static RunUtilisation of(
            Model model, Counting counting, Gpu device, WorkloadResults results) {
        var peaks = DevicePeaks.of(Ceiling.of(device, counting.precision()));
        return WorkloadTimings.of(results)
                .typical()
                .map(typical -> new TypicalWork(model, counting, typical).on(peaks, results))
                .orElse(new RunUtilisation(List.of()));
    }

    /// What was done, and how long it took.
    private record Used(Cost cost, double nanos) {
        static final Used NOTHING = new Used(Cost.NONE, 0);

        Used plus(Used other) {
            return new Used(cost.plus(other.cost), nanos + other.nanos);
        }
    }

    /// One request on paper and on the clock.
    private record TypicalWork(Model model, Counting counting, Timings.Typical typical) {

        RunUtilisation on(DevicePeaks peaks, WorkloadResults results) {
            List<PhaseUtilisation> phases = new ArrayList<>();
            used(RequestImages.of(results, typical.like().input()))
                    .forEach((name, used) -> {
                        if (used.nanos() > 0) {
                            phases.add(
                                    new PhaseUtilisation(
                                            name,
                                            used.cost().tensorFlops(),
                                            used.cost().bytes(),
                                            used.nanos(),
                                            typical.basis(),
                                            peaks));
                        }
                    });
            return new RunUtilisation(phases);
        }

        private SequencedMap<String, Used> used(Images images) {
            Timings.Request asked = typical.like();
            int batch = Math.toIntExact(asked.sequences());
            int prompt = Math.toIntExact(asked.promptTokens() / batch);
            int steps = Math.toIntExact(asked.decodedTokens() / batch);
            SequencedMap<String, Used> used = new LinkedHashMap<>();
            used.put(
                    RequestPhases.PREFILL,
                    decoder(RequestPhases.PREFILL, Work.prefill(batch, prompt)));
            if (steps > 0) {
                used.put(
                        RequestPhases.DECODE,
                        decoder(RequestPhases.DECODE, Work.decode(batch, prompt, steps)));
            }
            if (images.count() > 0) {
                model.vision().ifPresent(vision -> see(vision, images, used));
            }
            return used;
        }

        private void see(Vision vision, Images images, SequencedMap<String, Used> used) {
            SequencedMap<String, Used> stages = new LinkedHashMap<>();
            for (String stage : vision.stages()) {
                var phase = new Phase(stage, 1, vision.operators(stage, images, 1));
                stages.put(stage, new Used(Costs.of(phase, counting), nanos(stage)));
            }
            used.put(VISION, stages.values().stream().reduce(Used.NOTHING, Used::plus));
            used.putAll(stages);
        }

        private double nanos(String phase) {
            return typical.median().ofPhase(phase).orElse(0);
        }

        private Used decoder(String name, Work work) {
            Phase phase = RequestPhases.decoder(name, model.decoder(), work, counting.convention());
            return new Used(Costs.of(phase, counting), nanos(name));
        }
    }
}
