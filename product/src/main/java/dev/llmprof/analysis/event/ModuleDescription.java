package dev.llmprof.analysis.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A module as a hook around it tells of it, in the text of a Python dictionary: `{'Module':
/// 'model.layers.0.mlp.down_proj', 'TrainableParams': {'weight': (4096, 12288)}, 'Inputs': [[32,
/// 12288]], 'StaticParams': {}}`. Sides may stand in brackets of either kind.
public record ModuleDescription(String path, List<Long> weight, List<List<Long>> inputs) {
    private static final Pattern PATH = Pattern.compile("\\{'Module': '([^']*)'");
    private static final Pattern WEIGHT =
            Pattern.compile("'weight': (?:torch\\.Size\\()?[\\[(]([\\d, ]+)[\\])]");
    private static final Pattern INPUTS =
            Pattern.compile("'Inputs': ([\\[(][\\d, \\[\\]()]*[\\])])");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    public ModuleDescription {
        weight = List.copyOf(weight);
        inputs = inputs.stream().map(List::copyOf).toList();
    }

    /// Empty where a range's name is no description.
    public static Optional<ModuleDescription> of(String range) {
        Matcher path = PATH.matcher(range);
        if (!path.lookingAt()) {
            return Optional.empty();
        }
        Matcher weight = WEIGHT.matcher(range);
        Matcher inputs = INPUTS.matcher(range);
        return Optional.of(
                new ModuleDescription(
                        path.group(1),
                        weight.find() ? numbers(weight.group(1)) : List.of(),
                        inputs.find()
                                ? Shapes.of(inputs.group(1).replace('(', '[').replace(')', ']'))
                                        .inputs()
                                : List.of()));
    }

    private static List<Long> numbers(String text) {
        List<Long> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(Long.valueOf(matcher.group()));
        }
        return numbers;
    }

    /// `down_proj` of `model.layers.0.mlp.down_proj`.
    public String part() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /// What PyTorch would call the operator that such a module runs, for work of which no operator
    /// is known: by its weight and its name.
    public String operator() {
        boolean looksUp = part().contains("embed");
        return switch (weight.size()) {
            case 1 -> "module::norm";
            case 2 -> looksUp ? "module::embedding" : "module::linear";
            default -> "module::" + (part().matches("attn|attention") ? "attention" : part());
        };
    }

    /// The shapes that this operator would have.
    public String shapes() {
        List<Long> input = inputs.isEmpty() ? List.of() : inputs.getFirst();
        return operator().equals("module::embedding")
                ? List.of(weight, input).toString()
                : (weight.isEmpty() ? List.of(input) : List.of(input, weight)).toString();
    }
}
