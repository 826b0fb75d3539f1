package dev.llmprof.model.family;

import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Experts;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.WeightMix;
import dev.llmprof.model.shape.WeightMix.Portion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Asks for every matrix of every layer whether and how it is quantised, and sums by operator.
final class WeightMixes {
    private final QuantisedModules modules;
    private final Format wide;
    private final Map<String, Map<Format, Double>> elements = new TreeMap<>();

    private WeightMixes(QuantisedModules modules, Format wide) {
        this.modules = modules;
        this.wide = wide;
    }

    /// `wide` is the format of what is left.
    static WeightMix of(QuantisedModules modules, DecoderLayers layers, Format wide) {
        if (modules.isUniform()) {
            return modules.wideEyes() ? new WeightMix(Map.of(), true) : WeightMix.NONE;
        }
        var mixes = new WeightMixes(modules, wide);
        for (int layer = 0; layer < layers.mixers().size(); layer++) {
            for (Operator operator :
                    DecoderOperators.ofLayer(
                            layers.mixers().get(layer),
                            layers.feedForwards().get(layer),
                            layers.hidden())) {
                mixes.add(operator, layer);
            }
        }
        return new WeightMix(mixes.portions(), modules.leavesEyes());
    }

    private void add(Operator operator, int layer) {
        if (operator instanceof Linear linear && !linear.name().equals("router")) {
            List<String> names = ModuleNames.of(linear.name(), layer);
            add(linear.name(), names, (double) linear.matrix());
        } else if (operator instanceof Experts experts) {
            List<String> leaves =
                    experts.gated()
                            ? List.of("gate_proj", "up_proj", "down_proj")
                            : List.of("up_proj", "down_proj");
            for (String leaf : leaves) {
                List<String> names = ModuleNames.ofExpert(leaf, layer);
                double each = (double) experts.matrices() / leaves.size();
                add(experts.name(), names, experts.experts() * each);
            }
        }
    }

    private void add(String operator, List<String> names, double count) {
        elements.computeIfAbsent(operator, _ -> new LinkedHashMap<>())
                .merge(modules.of(names).orElse(wide), count, Double::sum);
    }

    private Map<String, List<Portion>> portions() {
        Map<String, List<Portion>> portions = new TreeMap<>();
        elements.forEach((operator, formats) -> {
            double all = formats.values().stream().mapToDouble(each -> each).sum();
            List<Portion> shares = new ArrayList<>();
            formats.forEach((format, count) -> shares.add(new Portion(format, count / all)));
            portions.put(operator, List.copyOf(shares));
        });
        return portions;
    }
}
