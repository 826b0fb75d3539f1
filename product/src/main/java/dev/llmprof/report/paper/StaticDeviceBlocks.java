package dev.llmprof.report.paper;

import dev.llmprof.analysis.cost.Capacity;
import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.cost.Fit;
import dev.llmprof.analysis.cost.OnDevice;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A request on a device, as blocks: times, memory, crossovers, what would help.
final class StaticDeviceBlocks {
    private StaticDeviceBlocks() {}

    static List<Block> of(OnDevice device, List<Caveat> caveats) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(title(device, caveats)));
        blocks.addAll(answers(device, caveats));
        return blocks;
    }

    static String title(OnDevice device, List<Caveat> caveats) {
        return "On " + device.ceiling().device() + Caveat.mark(caveats);
    }

    static List<Block> answers(OnDevice device, List<Caveat> caveats) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(peaks(device)));
        blocks.add(times(device));
        blocks.add(new Block.Paragraph(memory(device.ceiling(), device.capacity(), caveats)));
        blocks.add(new Block.Bullets(crossovers(device)));
        blocks.add(new Block.Heading("What if"));
        blocks.add(sensitivities(device));
        return blocks;
    }

    private static String peaks(OnDevice device) {
        var ceiling = device.ceiling();
        return "dense %s peak %s, memory %s, ridge %s; times are bounds, sums over operators at their own limit"
                .formatted(
                        ceiling.format(),
                        Numbers.text(ceiling.tensorPerSecond(), Unit.FLOPS_PER_SECOND),
                        Numbers.text(ceiling.bytesPerSecond(), Unit.BYTES_PER_SECOND),
                        Numbers.text(ceiling.ridge(), Unit.FLOPS_PER_BYTE));
    }

    private static Block times(OnDevice device) {
        List<Block.Card> cards = new ArrayList<>();
        cards.add(card("TTFT", device.firstTokenSeconds()));
        cards.add(card("TPOT", device.perTokenSeconds()));
        cards.add(
                new Block.Card(
                        "throughput",
                        Cell.number(device.tokensPerSecond(), Unit.TOKENS_PER_SECOND),
                        ""));
        cards.add(card("request", device.requestSeconds()));
        return new Block.Cards(cards);
    }

    private static Block.Card card(String label, double seconds) {
        return new Block.Card(label, StaticComputeSection.seconds(Optional.of(seconds)), "");
    }

    private static String memory(Ceiling ceiling, Capacity capacity, List<Caveat> caveats) {
        return String.format(
                Locale.ROOT,
                "%s: weights %s + cache %s + activations %s of %s%s; largest batch %,d, largest"
                        + " context %,d",
                fit(capacity.fit(), caveats),
                Numbers.text(capacity.memory().weightBytes(), Unit.BYTES),
                Numbers.text(capacity.memory().cacheBytes(), Unit.BYTES),
                Numbers.text(capacity.memory().activationBytes(), Unit.BYTES),
                Numbers.text(capacity.deviceBytes(), Unit.BYTES),
                reserve(ceiling),
                capacity.largestBatch(),
                capacity.largestContext());
    }

    private static String reserve(Ceiling ceiling) {
        return ceiling.memoryShare() == 1
                ? ""
                : String.format(
                        Locale.ROOT,
                        " (%.0f %% of %s)",
                        100 * ceiling.memoryShare(),
                        Numbers.text(ceiling.memoryBytes(), Unit.BYTES));
    }

    private static String fit(Fit fit, List<Caveat> caveats) {
        return switch (fit) {
            case YES -> "fits";
            case NO -> "does not fit";
            case UNSURE -> "unknown whether it fits" + Caveat.mark(caveats);
        };
    }

    private static List<String> crossovers(OnDevice device) {
        return List.of(
                device.crossoverAtContext()
                                .map(batch ->
                                        "decode is compute-bound from batch %,d".formatted(batch))
                                .orElse("decode is memory-bound at any batch")
                        + device.crossoverBatch()
                                .map(batch ->
                                        "; without its KV cache it would be compute-bound from batch %,d"
                                                .formatted(batch))
                                .orElse(""),
                device.crossoverContext()
                        .map(context ->
                                "the KV cache is larger than the weights from context %,d"
                                        .formatted(context))
                        .orElse("the KV cache is never larger than the weights"));
    }

    private static Block sensitivities(OnDevice device) {
        List<List<Cell>> rows = new ArrayList<>();
        device.sensitivities()
                .forEach(change ->
                        rows.add(
                                List.of(
                                        Cell.text(change.change()),
                                        Cell.number(change.firstToken(), Unit.TIMES),
                                        Cell.number(change.perToken(), Unit.TIMES))));
        return new Block.Grid(
                "What if",
                List.of(Column.words("change"), Column.number("TTFT"), Column.number("TPOT")),
                rows);
    }
}
