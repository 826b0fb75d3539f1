package dev.llmprof.analysis.workload;

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
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// How much of the device a workload used, by its own clock: exact FLOPs and bytes for the tokens
/// and pictures that were really there, over what the device does at its dense peak.
///
/// Prefill here is the decoder's part; vision, which is nested in it, stands beside it.
public record RunUtilisation(
        double peakFlopsPerSecond,
        double bytesPerSecond,
        String device,
        String format,
        SequencedMap<String, Share> stages,
        double wholeMfu) {
    private static final String VISION = "vision";

    public RunUtilisation {
        stages = new LinkedHashMap<>(stages);
    }

    /// Shares of peak compute (MFU) and of peak bandwidth (MBU).
    public record Share(double mfu, double mbu) {}

    public static RunUtilisation of(
            Model model, Counting counting, String format, Gpu device, WorkloadResults results) {
        double peak = device.dense(format).orElse(device.vectorPerSecond());
        double bandwidth = device.memoryBytesPerSecond();
        var sum = new Sum(model, counting);
        results.items().forEach(item -> sum.add(item, RequestImages.of(results, item)));
        SequencedMap<String, Share> stages = new LinkedHashMap<>();
        sum.used.forEach((name, used) -> {
            if (used.seconds() > 0) {
                stages.put(name, used.share(peak, bandwidth));
            }
        });
        Used whole = sum.whole();
        return new RunUtilisation(
                peak,
                bandwidth,
                device.name(),
                format,
                stages,
                whole.seconds() == 0 ? 0 : whole.share(peak, bandwidth).mfu());
    }

    /// What was done, and how long it took.
    private record Used(Cost cost, double seconds) {
        static final Used NOTHING = new Used(Cost.NONE, 0);

        Used plus(Used other) {
            return new Used(cost.plus(other.cost), seconds + other.seconds);
        }

        Share share(double peak, double bandwidth) {
            return new Share(
                    cost.tensorFlops() / (peak * seconds), cost.bytes() / (bandwidth * seconds));
        }
    }

    /// Costs and times of all items, by stage.
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
            for (String stage : vision.stages()) {
                var phase = new Phase(stage, 1, vision.operators(stage, images, 1));
                Cost cost = Costs.of(phase, counting);
                long nanos =
                        switch (stage) {
                            case "sam" -> item.samNanos();
                            case "clip" -> item.clipNanos();
                            case "projector" -> item.projectorNanos();
                            default -> 0;
                        };
                add(VISION, cost, nanos);
                add(stage, cost, nanos);
            }
        }

        private void add(String stage, Cost cost, long nanos) {
            used.merge(stage, new Used(cost, nanos / 1e9), Used::plus);
        }

        /// Vision as one, not its stages again.
        private Used whole() {
            return used(Phases.PREFILL).plus(used(Phases.DECODE)).plus(used(VISION));
        }

        private Used used(String stage) {
            return used.getOrDefault(stage, Used.NOTHING);
        }

        private Cost decoder(String name, Work work) {
            return Costs.of(
                    Phases.decoder(name, model.decoder(), work, counting.convention()), counting);
        }
    }
}
