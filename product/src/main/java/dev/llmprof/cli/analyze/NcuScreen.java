package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.ncu.NcuKernel;
import dev.llmprof.analysis.ncu.NcuKernels;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// What the terminal shows about kernels that ncu profiled: use of the device, what bounds each,
/// and ncu's advice.
final class NcuScreen {
    private static final int MOST_ADVICE = 5;
    private static final int LONGEST_ADVICE = 220;
    private static final double LEAST_SHARE = .01;

    private NcuScreen() {}

    static List<Block> of(String source, NcuProfile profile, NcuView view, int top) {
        List<NcuKernel> kernels = NcuKernels.of(profile, view.marginPoints());
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(title(source, profile, kernels)));
        if (kernels.isEmpty()) {
            blocks.add(new Block.Paragraph("no kernel was profiled"));
            return blocks;
        }
        blocks.add(new Block.Paragraph(""));
        blocks.add(new Block.Grid("", columns(), rows(kernels, view, top)).filled());
        advice(kernels).forEach(line -> blocks.add(new Block.Paragraph(line)));
        blocks.add(new Block.Paragraph(""));
        return blocks;
    }

    private static String title(String source, NcuProfile profile, List<NcuKernel> kernels) {
        List<String> parts = new ArrayList<>(List.of(source));
        kernels.stream()
                .map(kernel -> kernel.device().name())
                .filter(device -> !device.isEmpty() && !device.matches("\\d+"))
                .distinct()
                .forEach(parts::add);
        parts.add(kernels.size() + " kernels, " + profile.launches().size() + " launches");
        return String.join(" · ", parts);
    }

    private static List<Block.Column> columns() {
        return List.of(
                Block.Column.number("total"),
                Block.Column.number("share"),
                Block.Column.number("launches"),
                Block.Column.number("SM"),
                Block.Column.number("memory"),
                Block.Column.number("DRAM"),
                Block.Column.number("occupancy"),
                Block.Column.number("FLOP/byte"),
                Block.Column.words("bound by"),
                Block.Column.words("kernel"));
    }

    private static List<List<Cell>> rows(List<NcuKernel> kernels, NcuView view, int top) {
        double all = totalNanos(kernels);
        return kernels.stream()
                .sorted(
                        Comparator.comparingDouble(
                                        (NcuKernel kernel) -> -kernel.totalNanos().orElse(0))
                                .thenComparing(NcuKernel::id))
                .limit(top)
                .map(kernel -> row(kernel, all, view))
                .toList();
    }

    private static double totalNanos(List<NcuKernel> kernels) {
        return kernels.stream().mapToDouble(kernel -> kernel.totalNanos().orElse(0)).sum();
    }

    private static List<Cell> row(NcuKernel kernel, double allNanos, NcuView view) {
        OptionalDouble nanos = kernel.totalNanos();
        Cell untimed = Cell.absent("no gpu__time_duration.sum");
        return List.of(
                nanos.isPresent() ? Cell.nanos(nanos.getAsDouble()) : untimed,
                nanos.isPresent() ? Cell.share(nanos.getAsDouble() / allNanos) : untimed,
                Cell.count(kernel.launches()),
                share(kernel, NcuFact.SM_THROUGHPUT),
                share(kernel, NcuFact.MEMORY_THROUGHPUT),
                share(kernel, NcuFact.DRAM_THROUGHPUT),
                share(kernel, NcuFact.ACHIEVED_OCCUPANCY),
                kernel.roofline()
                        .main()
                        .map(point -> Cell.text(shortest(point.operationsPerByte())))
                        .orElseGet(() -> Cell.absent("not counted")),
                Cell.text(bound(kernel)),
                Cell.name(
                        view.descriptions()
                                .of(kernel.name())
                                .orElseGet(() -> KernelNames.brief(kernel.name()))));
    }

    private static Cell share(NcuKernel kernel, NcuFact fact) {
        var percent = kernel.fact(fact);
        return percent.isPresent()
                ? Cell.share(percent.getAsDouble() / 100)
                : Cell.absent("not collected");
    }

    private static String bound(NcuKernel kernel) {
        String label = kernel.boundBy().bound().label().replace("_bound", "");
        String limiter = kernel.boundBy().limiter();
        return limiter.isEmpty() ? label : label + " (" + limiter + ")";
    }

    private static String shortest(double value) {
        return String.format(
                Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    private record Said(double percent, double share, String kernel, NcuRule rule) {}

    /// By what it could save of all the time: a kernel of next to no time is not worth a word.
    private static List<String> advice(List<NcuKernel> kernels) {
        double all = totalNanos(kernels);
        List<Said> said = new ArrayList<>();
        for (NcuKernel kernel : kernels) {
            double share = all == 0 ? 1 : kernel.totalNanos().orElse(0) / all;
            for (NcuRule rule : kernel.rules()) {
                if (share >= LEAST_SHARE && rule.speedup().isPresent()) {
                    double percent = rule.speedup().get().percent();
                    said.add(new Said(percent, share, KernelNames.brief(kernel.name()), rule));
                }
            }
        }
        return said.stream()
                .sorted(Comparator.comparingDouble((Said one) -> -one.percent() * one.share()))
                .limit(MOST_ADVICE)
                .map(NcuScreen::words)
                .toList();
    }

    private static String words(Said said) {
        return String.format(
                Locale.ROOT,
                "ncu: up to %.0f %% in %s: %s",
                said.percent(),
                cut(said.kernel(), 60),
                cut(said.rule().message(), LONGEST_ADVICE));
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
