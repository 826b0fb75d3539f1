package dev.llmprof.analysis.workload;

import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.workload.PhaseUtilisation.DevicePeaks;
import dev.llmprof.analysis.workload.PhaseUtilisation.TimeSource;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.Phases;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.shape.Work;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.WorkloadResults.Item;
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
            "MFU: matrix FLOPs (multiply and add count two, causal attention, active experts, output"
                    + " head) over the dense peak; MBU: weights, cache and activations moved over"
                    + " the memory's bandwidth; time of all requests by the workload's own clock, or"
                    + " of the trace where it has none. A phase is counted and timed without those"
                    + " nested within it: prefill is the decoder's part.";

    /// The same for a line on a screen.
    public static final String IN_SHORT =
            "MFU: matrix FLOPs over the dense peak; MBU: bytes over bandwidth; nested phases apart";

    private static final String VISION = "vision";
    private static final List<String> WHOLES = List.of(Phases.PREFILL, Phases.DECODE, VISION);

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
                                Math.max(one.requests(), other.requests()),
                                one.tensorFlops() + other.tensorFlops(),
                                one.bytes() + other.bytes(),
                                one.measuredNanos() + other.measuredNanos(),
                                one.time(),
                                one.peaks()));
    }

    /// Exact work of the tokens and pictures that were really there, by the workload's own clock.
    public static RunUtilisation of(
            Model model, Counting counting, Gpu device, WorkloadResults results) {
        Ceiling ceiling = Ceiling.of(device, counting.precision());
        var peaks =
                new DevicePeaks(
                        ceiling.device(),
                        ceiling.format(),
                        ceiling.tensorPerSecond(),
                        ceiling.bytesPerSecond());
        var sum = new Sum(model, counting);
        results.items().forEach(item -> sum.add(item, RequestImages.of(results, item)));
        List<PhaseUtilisation> phases = new ArrayList<>();
        sum.used.forEach((name, used) -> {
            if (used.nanos() > 0) {
                phases.add(used.utilisation(name, peaks));
            }
        });
        return new RunUtilisation(phases);
    }

    /// What was done, and how long it took.
    private record Used(long requests, Cost cost, long nanos) {
        Used plus(Used other) {
            return new Used(requests + other.requests, cost.plus(other.cost), nanos + other.nanos);
        }

        PhaseUtilisation utilisation(String phase, DevicePeaks peaks) {
            return new PhaseUtilisation(
                    phase,
                    requests,
                    cost.tensorFlops(),
                    cost.bytes(),
                    nanos,
                    TimeSource.WORKLOAD,
                    peaks);
        }
    }

    /// Costs and times of all items, by phase.
    private static final class Sum {
        private final Model model;
        private final Counting counting;
        private final SequencedMap<String, Used> used = new LinkedHashMap<>();

        private Sum(Model model, Counting counting) {
            this.model = model;
            this.counting = counting;
        }

        private void add(Item item, Images images) {
            int batch = Math.toIntExact(item.sequences());
            int prompt = Math.toIntExact(item.promptTokens() / batch);
            int steps = Math.toIntExact(item.decodedTokens() / batch);
            add(
                    Phases.PREFILL,
                    decoder(Phases.PREFILL, Work.prefill(batch, prompt)),
                    item.prefillNanos() - item.visionNanos());
            if (steps > 0 && item.decodeNanos() > 0) {
                add(
                        Phases.DECODE,
                        decoder(Phases.DECODE, Work.decode(batch, prompt, steps)),
                        item.decodeNanos());
            }
            if (images.count() > 0) {
                model.vision().ifPresent(vision -> see(vision, images, item));
            }
        }

        private void see(Vision vision, Images images, Item item) {
            Used all = new Used(1, Cost.NONE, 0);
            SequencedMap<String, Used> stages = new LinkedHashMap<>();
            for (String stage : vision.stages()) {
                var phase = new Phase(stage, 1, vision.operators(stage, images, 1));
                Used each = new Used(1, Costs.of(phase, counting), nanos(item, stage));
                all = new Used(1, all.cost.plus(each.cost), all.nanos + each.nanos);
                stages.put(stage, each);
            }
            used.merge(VISION, all, Used::plus);
            stages.forEach((stage, each) -> used.merge(stage, each, Used::plus));
        }

        private static long nanos(Item item, String stage) {
            return switch (stage) {
                case "sam" -> item.samNanos();
                case "clip" -> item.clipNanos();
                case "projector" -> item.projectorNanos();
                default -> 0;
            };
        }

        private void add(String phase, Cost cost, long nanos) {
            used.merge(phase, new Used(1, cost, nanos), Used::plus);
        }

        private Cost decoder(String name, Work work) {
            return Costs.of(
                    Phases.decoder(name, model.decoder(), work, counting.convention()), counting);
        }
    }
}
