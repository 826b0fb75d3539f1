package dev.llmprof.cli;

import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.analysis.sizing.Price;
import dev.llmprof.analysis.sizing.Sizing;
import dev.llmprof.analysis.sizing.SizingQuestion;
import dev.llmprof.console.Console;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.ParallelFit;
import dev.llmprof.model.shape.Request;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.report.paper.SizingAnswer;
import dev.llmprof.report.paper.SizingJson;
import dev.llmprof.report.paper.SizingSection;
import dev.llmprof.report.table.SizingTable;
import dev.llmprof.report.table.SizingTable.PricedSizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `llmprof model --slo`: every GPU and parallelism asked for, with the words about those left out.
record ModelSizing(SizingAnswer answer) {

    static ModelSizing of(Model model, ModelOptions options, SizingOptions sizing, List<Gpu> gpus) {
        SizingQuestion question =
                new SizingQuestion(
                        request(options),
                        sizing.level(),
                        sizing.efficiency(),
                        sizing.memoryShare());
        List<Counting> countings = options.countings(model.precision());
        List<PricedSizing> rows = new ArrayList<>();
        List<String> notes = new ArrayList<>(StaticAnalyses.notes(model));
        notes.addAll(StaticAnalyses.pictures(model, question.request()));
        for (Counting counting : countings) {
            Optional<String> reason = ParallelFit.refusal(model.decoder(), counting.parallel());
            reason.ifPresent(
                    words -> notes.add("left out " + name(counting.parallel()) + ": " + words));
            if (reason.isEmpty()) {
                gpus.parallelStream()
                        .map(gpu -> priced(model, question, counting, gpu, sizing))
                        .forEachOrdered(rows::add);
            }
        }
        return new ModelSizing(
                new SizingAnswer(model, countings.getFirst().precision(), question, rows, notes));
    }

    private static Request request(ModelOptions options) {
        if (options.requestFlags().contains("--batch")) {
            throw new Problem("--slo finds the batch by itself", "--batch", "leave out --batch")
                    .found();
        }
        List<Request> requests = options.requests();
        if (requests.size() > 1) {
            throw new Problem(
                            "--slo sizes for one kind of request",
                            "--prompt, --new-tokens",
                            "one number each")
                    .found();
        }
        return requests.getFirst();
    }

    private static PricedSizing priced(
            Model model,
            SizingQuestion question,
            Counting counting,
            Gpu gpu,
            SizingOptions options) {
        Sizing sizing = Sizing.of(model, question, counting, gpu);
        int prompt = RequestPhases.promptTokens(model, question.request());
        return new PricedSizing(
                sizing,
                options.perGpuHour(gpu.name())
                        .flatMap(price ->
                                Price.of(sizing, price, prompt, question.request().newTokens())));
    }

    private static String name(Parallel parallel) {
        return "tp %d, pp %d, ep %d"
                .formatted(parallel.tensor(), parallel.pipeline(), parallel.expert());
    }

    Document page() {
        return SizingSection.page(answer);
    }

    void print(Console console, boolean json, boolean csv) {
        if (json) {
            console.out().print(SizingJson.of(answer));
        } else if (csv) {
            console.out().print(SizingTable.of(answer.rows()).csv());
            answer.notes().forEach(console::say);
        } else {
            console.out().println(Terminal.text(SizingSection.blocks(answer), console.columns()));
        }
    }
}
