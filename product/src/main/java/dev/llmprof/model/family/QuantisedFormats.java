package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.family.QuantisedModules.Group;
import dev.llmprof.model.family.QuantisedModules.Special;
import dev.llmprof.model.shape.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The formats of a `quantization_config`, as each tool writes it: bits, groups, zero points.
final class QuantisedFormats {
    /// Orders of columns that are stored; others change the numbers only.
    private static final Set<String> GROUPED = Set.of("group", "dynamic");

    private QuantisedFormats() {}

    /// Empty where nobody here knows the method. A single group without targets is of all modules.
    static List<Group> of(ModelConfig quantisation) {
        return switch (quantisation.text("quant_method").orElse("")) {
            case "fp8", "fbgemm_fp8" ->
                    all(
                            quantisation.list("weight_block_size").isEmpty()
                                    ? Format.FP8
                                    : Format.FP8_BLOCK);
            case "awq" -> all(integers(quantisation, 128, !quantisation.flag("zero_point", true)));
            // Their files have zero points even where all of them are the same; those of GPTQ say
            // of every column of which group it is, even where the columns stand in order.
            case "gptq" -> overridden(quantisation, true);
            case "auto-round", "autoround" ->
                    overridden(quantisation, quantisation.flag("desc_act", false));
            case "bitsandbytes" -> all(bitsAndBytes(quantisation));
            case "compressed-tensors" -> compressed(quantisation);
            case "modelopt" -> optimised(quantisation);
            default -> List.of();
        };
    }

    private static List<Group> all(Format format) {
        return List.of(new Group(List.of(), format));
    }

    /// Those with bits or groups of their own first; what they do not say is as in all others.
    private static List<Group> overridden(ModelConfig quantisation, boolean indexed) {
        List<Group> groups = new ArrayList<>();
        for (Special each : Special.of(quantisation)) {
            int otherwise = group(quantisation, 128);
            int group = each.own().has("group_size") ? group(each.own(), otherwise) : otherwise;
            long bits = each.own().whole(bits(quantisation), "bits");
            if (!each.wide()) {
                Format own = integers((int) bits, group, false);
                groups.add(new Group(List.of(each.modules()), indexed ? own.ordered() : own));
            }
        }
        Format others = integers(quantisation, 128, false);
        groups.addAll(all(indexed ? others.ordered() : others));
        return groups;
    }

    private static Format bitsAndBytes(ModelConfig quantisation) {
        if (!quantisation.flag("load_in_4bit", false)) {
            return Format.INT8;
        }
        boolean twice = quantisation.flag("bnb_4bit_use_double_quant", false);
        return twice ? Format.NF4_TWICE : Format.NF4;
    }

    private static List<Group> compressed(ModelConfig quantisation) {
        Optional<ModelConfig> named = quantisation.inner("config_groups");
        List<Group> groups = new ArrayList<>();
        for (String name :
                named.map(ModelConfig::keys).stream().flatMap(k -> k.stream()).sorted().toList()) {
            Optional<ModelConfig> group = named.flatMap(all -> all.inner(name));
            group.flatMap(each -> each.inner("weights"))
                    .flatMap(QuantisedFormats::compressedFormat)
                    .ifPresent(
                            format -> groups.add(new Group(targets(group.orElseThrow()), format)));
        }
        return groups;
    }

    /// `Linear` is every module.
    private static List<ModulePattern> targets(ModelConfig group) {
        List<?> targets = group.list("targets");
        return targets.contains("Linear") ? List.of() : QuantisedModules.patterns(targets);
    }

    private static Optional<Format> compressedFormat(ModelConfig weights) {
        boolean floats = weights.text("type").filter("float"::equals).isPresent();
        int bits = (int) weights.whole(0, "num_bits");
        String strategy = weights.text("strategy").orElse("");
        if (floats) {
            return switch (bits) {
                case 8 -> Optional.of(wideFloats(strategy));
                case 4 ->
                        Optional.of(
                                weights.whole(16, "group_size") == 32
                                        ? Format.MXFP4
                                        : Format.NVFP4);
                default -> Optional.empty();
            };
        }
        if (bits < 2 || bits > 8) {
            return Optional.empty();
        }
        Format plain = integers(weights, 0, weights.flag("symmetric", true));
        Format format =
                weights.text("actorder").filter(GROUPED::contains).isPresent()
                        ? plain.ordered()
                        : plain;
        return Optional.of(bits == 8 ? format : format.inWords());
    }

    private static Format wideFloats(String strategy) {
        return switch (strategy) {
            case "block" -> Format.FP8_BLOCK;
            case "channel" -> Format.FP8_CHANNEL;
            default -> Format.FP8;
        };
    }

    /// ModelOpt's files may list a format for every module.
    private static List<Group> optimised(ModelConfig quantisation) {
        ModelConfig own = quantisation.inner("quantization").orElse(quantisation);
        Map<String, Format> listed = new LinkedHashMap<>();
        own.inner("quantized_layers")
                .ifPresent(layers ->
                        layers.keys()
                                .forEach(name ->
                                        layers.inner(name)
                                                .flatMap(QuantisedFormats::algorithm)
                                                .ifPresent(format -> listed.put(name, format))));
        if (!listed.isEmpty()) {
            return QuantisedModules.listed(listed);
        }
        return algorithm(own)
                .or(() -> algorithm(quantisation))
                .map(QuantisedFormats::all)
                .orElse(List.of());
    }

    private static Optional<Format> algorithm(ModelConfig named) {
        return switch (named.text("quant_algo").orElse("")) {
            case "FP8", "FP8_PER_CHANNEL_PER_TOKEN" -> Optional.of(Format.FP8);
            case "FP8_PB_WO", "FP8_BLOCK_SCALES" -> Optional.of(Format.FP8_BLOCK);
            case "NVFP4", "W4A16_NVFP4", "NVFP4_AWQ" -> Optional.of(Format.NVFP4);
            case "W4A16_AWQ", "W4A8_AWQ" ->
                    Optional.of(Format.integers(4, group(named, 128), true));
            case "W8A16", "W8A8_SQ_PER_CHANNEL" -> Optional.of(Format.INT8);
            case "MXFP4", "W4A8_MXFP4_FP8" -> Optional.of(Format.MXFP4);
            default -> Optional.empty();
        };
    }

    /// `otherwise` is the group where none is named.
    private static Format integers(ModelConfig quantisation, int otherwise, boolean symmetric) {
        return integers(bits(quantisation), group(quantisation, otherwise), symmetric);
    }

    private static int bits(ModelConfig quantisation) {
        return (int) quantisation.whole(4, "bits", "w_bit", "num_bits", "wbits");
    }

    private static Format integers(int bits, int group, boolean symmetric) {
        return bits == 8 && group == Format.CHANNEL
                ? Format.INT8
                : Format.integers(Math.clamp(bits, 2, 8), group, symmetric);
    }

    /// Minus one, which is read as nothing, is a whole row.
    private static int group(ModelConfig quantisation, int otherwise) {
        long group = quantisation.whole(otherwise, "group_size", "q_group_size");
        return group > 0 ? (int) Math.min(group, Integer.MAX_VALUE) : Format.CHANNEL;
    }
}
