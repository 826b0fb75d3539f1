package dev.llmprof.analysis.prediction;

import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The matrices of a model's layers as one of `tensor` GPUs holds them, known by their sides, and
/// how often one pass runs each.
record ModelWeights(Map<Signature, Integer> runsPerPass) {
    /// Engines compute projections of the same input as one product, at most these many.
    private static final int FUSED = 4;

    private static final Request ANY = new Request(1, 16, 1, Images.NONE);

    ModelWeights {
        runsPerPass = Map.copyOf(runsPerPass);
    }

    static ModelWeights of(Model model, int tensor) {
        List<Operator> operators =
                RequestPhases.of(model, ANY, Convention.EXACT).stream()
                        .filter(phase -> phase.name().equals(RequestPhases.DECODE))
                        .flatMap(phase -> phase.operators().stream())
                        .toList();
        Map<Signature, Integer> runs = new HashMap<>();
        List<Operator.Linear> siblings = new ArrayList<>();
        for (Operator operator : operators) {
            switch (operator) {
                case Operator.Linear linear -> {
                    runs.merge(
                            Signature.linear(linear, linear.out(), tensor),
                            linear.repeat(),
                            Integer::sum);
                    addFused(runs, siblings, linear, tensor);
                }
                case Operator.Experts experts ->
                        Signature.of(experts)
                                .forEach(each -> runs.merge(each, experts.repeat(), Integer::sum));
                default -> {}
            }
        }
        return new ModelWeights(runs);
    }

    boolean has(Signature signature) {
        return runsPerPass.containsKey(signature);
    }

    private static void addFused(
            Map<Signature, Integer> runs,
            List<Operator.Linear> siblings,
            Operator.Linear linear,
            int tensor) {
        boolean related =
                !siblings.isEmpty()
                        && siblings.getLast().in() == linear.in()
                        && siblings.getLast().repeat() == linear.repeat()
                        && siblings.getLast().split() == linear.split();
        if (!related) {
            siblings.clear();
        }
        siblings.addLast(linear);
        long out = linear.out();
        for (int at = siblings.size() - 2; at >= Math.max(0, siblings.size() - FUSED); at--) {
            out += siblings.get(at).out();
            runs.merge(Signature.linear(linear, out, tensor), linear.repeat(), Integer::sum);
        }
    }
}
