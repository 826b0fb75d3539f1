package dev.llmprof.analysis;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.Cost;
import dev.llmprof.model.Costs;
import dev.llmprof.model.Counting;
import dev.llmprof.model.Model;
import dev.llmprof.model.Phases;
import dev.llmprof.model.Work;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.WorkloadResults.Item;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// How much of the device a workload used, by its own clock: the decoder's exact FLOPs and bytes
/// for the tokens that were really there, over what the device does at its dense peak.
///
/// Prefill here is the decoder's part, without vision, which is nested in it.
public record RunUtilisation(
        double peakFlopsPerSecond,
        double bytesPerSecond,
        String device,
        String format,
        SequencedMap<String, Share> stages,
        double wholeMfu) {

    public RunUtilisation {
        stages = new LinkedHashMap<>(stages);
    }

    /// Shares of peak compute (MFU) and of peak bandwidth (MBU).
    public record Share(double mfu, double mbu) {}

    public static RunUtilisation of(
            Model model, Counting counting, String format, Gpu device, WorkloadResults results) {
        double peak = device.dense(format).orElse(device.vectorPerSecond());
        var sum = new Sum(model, counting);
        results.items().forEach(sum::add);
        SequencedMap<String, Share> stages = new LinkedHashMap<>();
        double bandwidth = device.memoryBytesPerSecond();
        put(stages, Phases.PREFILL, sum.prefill, sum.prefillSeconds, peak, bandwidth);
        put(stages, Phases.DECODE, sum.decode, sum.decodeSeconds, peak, bandwidth);
        double seconds = sum.prefillSeconds + sum.decodeSeconds;
        double flops = sum.prefill.tensorFlops() + sum.decode.tensorFlops();
        return new RunUtilisation(
                peak,
                bandwidth,
                device.name(),
                format,
                stages,
                seconds == 0 ? 0 : flops / (peak * seconds));
    }

    private static void put(
            SequencedMap<String, Share> stages,
            String name,
            Cost cost,
            double seconds,
            double peak,
            double bandwidth) {
        if (seconds > 0) {
            stages.put(
                    name,
                    new Share(
                            cost.tensorFlops() / (peak * seconds),
                            cost.bytes() / (bandwidth * seconds)));
        }
    }

    /// Costs and times of all items.
    private static final class Sum {
        private final Model model;
        private final Counting counting;
        private Cost prefill = Cost.NONE;
        private Cost decode = Cost.NONE;
        private double prefillSeconds;
        private double decodeSeconds;

        private Sum(Model model, Counting counting) {
            this.model = model;
            this.counting = counting;
        }

        private void add(Item item) {
            int prompt = Math.toIntExact(item.promptTokens());
            int steps = Math.toIntExact(item.newTokens() - 1);
            prefill = prefill.plus(cost(Phases.PREFILL, Work.prefill(1, prompt)));
            prefillSeconds += (item.prefillNanos() - item.visionNanos()) / 1e9;
            if (steps > 0 && item.decodeNanos() > 0) {
                decode = decode.plus(cost(Phases.DECODE, Work.decode(1, prompt, steps)));
                decodeSeconds += item.decodeNanos() / 1e9;
            }
        }

        private Cost cost(String name, Work work) {
            return Costs.of(
                    Phases.decoder(name, model.decoder(), work, counting.convention()), counting);
        }
    }
}
