package dev.llmprof.report.paper;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.OperatorCost;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Card;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a model costs on paper, as blocks.
public final class StaticComputeSection {
    private static final double NANOS = 1e9;
    private static final String NO_DEVICE = "no GPU was named";

    private StaticComputeSection() {}

    public static Section of(StaticAnalysis analysis, int top) {
        return new Section("static", "Predicted", blocks(analysis, top));
    }

    /// `top` operators of each phase are shown.
    public static List<Block> blocks(StaticAnalysis analysis, int top) {
        List<Block> blocks = new ArrayList<>(counted(analysis, top));
        analysis.device()
                .ifPresent(
                        device -> blocks.addAll(StaticDeviceBlocks.of(device, analysis.caveats())));
        blocks.addAll(notes(analysis));
        return blocks;
    }

    /// Without the device.
    static List<Block> ofModel(StaticAnalysis analysis, int top) {
        return Stream.concat(counted(analysis, top).stream(), notes(analysis).stream()).toList();
    }

    private static List<Block> notes(StaticAnalysis analysis) {
        return analysis.notes().stream()
                .<Block>map(note -> new Block.Note(Block.Tone.INFO, note))
                .toList();
    }

    private static List<Block> counted(StaticAnalysis analysis, int top) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(summary(analysis));
        blocks.add(new Block.Paragraph(StaticConditions.words(analysis)));
        blocks.add(new Block.Heading("Parameters"));
        blocks.add(parameters(analysis));
        blocks.add(new Block.Heading("Phases"));
        blocks.add(phases(analysis));
        blocks.add(new Block.Heading("Operators"));
        blocks.add(operators(analysis, top));
        return blocks;
    }

    private static Block summary(StaticAnalysis analysis) {
        Parameters parameters = analysis.parameters();
        List<Card> cards = new ArrayList<>();
        cards.add(new Card("model", Cell.text(analysis.model().name()), ""));
        String mark = Caveat.mark(analysis.caveats());
        cards.add(new Card("parameters" + mark, Cell.count(parameters.total()), ""));
        cards.add(new Card("active" + mark, Cell.count(parameters.active()), ""));
        cards.add(new Card("weights" + mark, bytes(parameters.weightBytes()), ""));
        cards.add(new Card("KV cache per token", bytes(analysis.cache().bytesPerToken()), ""));
        return new Block.Cards(cards);
    }

    /// Operators of one name together, largest first within a part.
    public static Block.Grid parameters(StaticAnalysis analysis) {
        Map<String, long[]> sums = new LinkedHashMap<>();
        for (Parameters.Module module : analysis.parameters().modules()) {
            String group = module.part() + "\t" + groupOf(module.name());
            long[] sum = sums.computeIfAbsent(group, _ -> new long[2]);
            sum[0] += module.parameters();
            sum[1] += Math.round(module.bytes());
        }
        double total = analysis.parameters().total();
        List<List<Cell>> rows = new ArrayList<>();
        sums.forEach((group, sum) ->
                rows.add(
                        List.of(
                                Cell.text(group.substring(0, group.indexOf('\t'))),
                                Cell.text(group.substring(group.indexOf('\t') + 1)),
                                Cell.count(sum[0]),
                                bytes((double) sum[1]),
                                Cell.share(sum[0] / total))));
        return new Block.Grid(
                "Parameters",
                List.of(
                        Column.words("part"),
                        Column.words("module"),
                        Column.number("parameters"),
                        Column.number("bytes"),
                        Column.number("share")),
                rows);
    }

    private static String groupOf(String name) {
        return switch (name) {
            case "q_proj",
                    "k_proj",
                    "v_proj",
                    "o_proj",
                    "q_norm",
                    "k_norm",
                    "sinks",
                    "gate",
                    "qkv",
                    "proj" ->
                    "attention";
            case "qkv.global", "proj.global", "rel_pos", "rel_pos.global" -> "attention";
            case "gate_proj", "up_proj", "down_proj", "fc1", "fc2", "fc1.global", "fc2.global" ->
                    "mlp";
            case "layer_norm", "norm", "norm1", "norm2", "norm1.global", "norm2.global" -> "norms";
            default -> {
                if (name.startsWith("shared_expert")) {
                    yield "shared expert";
                }
                if (name.startsWith("router")) {
                    yield "router";
                }
                yield prefixed(name);
            }
        };
    }

    private static String prefixed(String name) {
        if (name.startsWith("kv_") || name.startsWith("q_") || name.startsWith("indexer.")) {
            return "attention";
        }
        int dot = name.indexOf('.');
        return switch (dot < 0 ? "" : name.substring(0, dot)) {
            case "mamba" -> "mamba";
            case "linear_attn" -> "linear attention";
            case "conv" -> "short convolution";
            case "recurrent" -> "recurrence";
            case "per_layer", "input", "altup" -> "per-layer inputs";
            default -> name;
        };
    }

    public static Block.Grid phases(StaticAnalysis analysis) {
        List<List<Cell>> rows = new ArrayList<>();
        for (PhaseCost phase : analysis.phases()) {
            Cost cost = phase.cost();
            rows.add(
                    List.of(
                            Cell.text(phase.name()),
                            Cell.number(cost.tensorFlops(), Unit.FLOPS),
                            Cell.number(cost.vectorFlops(), Unit.FLOPS),
                            bytes(cost.weightBytes()),
                            bytes(cost.cacheReadBytes() + cost.cacheWriteBytes()),
                            bytes(cost.activationBytes()),
                            Cell.number(cost.intensity(), Unit.FLOPS_PER_BYTE),
                            seconds(phase.boundSeconds()),
                            limit(phase.overlapped()),
                            phase.tokensPerSecond()
                                    .filter(_ -> phase.tokens() > 0)
                                    .map(rate -> Cell.number(rate, Unit.PLAIN))
                                    .orElse(Cell.absent(NO_DEVICE))));
        }
        return new Block.Grid(
                "Phases",
                List.of(
                        Column.words("phase"),
                        Column.number("tensor"),
                        Column.number("vector"),
                        Column.number("weights"),
                        Column.number("KV"),
                        Column.number("activations"),
                        Column.number("intensity"),
                        Column.number("bound"),
                        Column.words("by"),
                        Column.number("tokens/s")),
                rows);
    }

    /// Of each phase the operators that take longest, or without a device the most FLOPs.
    public static Block.Grid operators(StaticAnalysis analysis, int top) {
        List<List<Cell>> rows = new ArrayList<>();
        long leftOut = 0;
        for (PhaseCost phase : analysis.phases()) {
            List<OperatorCost> sorted =
                    phase.operators().stream()
                            .filter(operator ->
                                    operator.cost().flops() + operator.cost().bytes() > 0)
                            .sorted(
                                    Comparator.comparingDouble(StaticComputeSection::weight)
                                            .reversed())
                            .toList();
            double linked = phase.overlapped().map(BoundTime::communicationSeconds).orElse(0.0);
            double total = sorted.stream().mapToDouble(StaticComputeSection::weight).sum() + linked;
            sorted.stream().limit(top).forEach(operator -> rows.add(row(operator, total)));
            if (phase.communicationBytes() > 0) {
                rows.add(communication(phase, linked, total));
            }
            leftOut += Math.max(0, sorted.size() - top);
        }
        return new Block.Grid(
                "Operators",
                List.of(
                        Column.words("phase"),
                        Column.words("operator"),
                        Column.number("layers"),
                        Column.number("FLOP"),
                        Column.number("bytes"),
                        Column.number("intensity"),
                        Column.number("bound"),
                        Column.words("by"),
                        Column.number("share")),
                rows,
                leftOut);
    }

    private static double weight(OperatorCost operator) {
        return operator.bound().map(BoundTime::seconds).orElse(operator.cost().flops());
    }

    private static List<Cell> row(OperatorCost operator, double total) {
        Cost cost = operator.cost();
        return List.of(
                Cell.text(operator.phase()),
                Cell.text(operator.operator().name()),
                Cell.count(operator.operator().repeat()),
                Cell.number(cost.flops(), Unit.FLOPS),
                bytes(cost.bytes()),
                Cell.number(cost.intensity(), Unit.FLOPS_PER_BYTE),
                seconds(operator.bound().map(BoundTime::seconds)),
                limit(operator.bound()),
                Cell.share(weight(operator) / total));
    }

    /// Between the GPUs that share the model; its time is in the phase's.
    private static List<Cell> communication(PhaseCost phase, double seconds, double total) {
        Cell none = Cell.absent("it moves bytes between GPUs");
        Optional<Double> bound = phase.overlapped().map(_ -> seconds);
        return List.of(
                Cell.text(phase.name()),
                Cell.text("communication"),
                none,
                none,
                bytes(phase.communicationBytes()),
                none,
                seconds(bound),
                bound.map(_ -> Cell.text("communication")).orElse(Cell.absent(NO_DEVICE)),
                bound.map(each -> Cell.share(each / total)).orElse(Cell.absent(NO_DEVICE)));
    }

    static Cell bytes(double bytes) {
        return Cell.number(bytes, Unit.BYTES);
    }

    static Cell seconds(Optional<Double> seconds) {
        return seconds.map(value -> Cell.nanos(value * NANOS)).orElse(Cell.absent(NO_DEVICE));
    }

    private static Cell limit(Optional<BoundTime> bound) {
        return bound.map(time -> Cell.text(time.limit().name().toLowerCase(Locale.ROOT)))
                .orElse(Cell.absent(NO_DEVICE));
    }
}
