package dev.llmprof.report.paper;

import dev.llmprof.analysis.sizing.SizingQuestion;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.SizingTable.PricedSizing;
import java.util.List;
import java.util.Locale;

/// What was asked of a model's deployments, and what each gives.
public record SizingAnswer(
        Model model,
        Precision precision,
        SizingQuestion question,
        List<PricedSizing> rows,
        List<String> notes) {
    public SizingAnswer {
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
    }

    List<Caveat> caveats() {
        return model.caveats(precision);
    }

    String head() {
        Parameters parameters = Parameters.of(model, precision);
        return String.format(
                Locale.ROOT,
                "%s: %,d parameters, weights %s%s",
                model.name(),
                parameters.total(),
                Numbers.text(parameters.weightBytes(), Unit.BYTES),
                Caveat.mark(caveats()));
    }
}
