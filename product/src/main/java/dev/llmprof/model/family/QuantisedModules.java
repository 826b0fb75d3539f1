package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which modules of a checkpoint are quantised, and in what, as its `quantization_config` says.
///
/// `wide` are left as they were, `only` are the ones that are quantised where not all are; the
/// first of `groups` that targets a module has its format.
record QuantisedModules(
        List<ModulePattern> wide, List<ModulePattern> only, List<Group> groups, boolean wideEyes) {
    private static final List<String> EXCLUSIONS =
            List.of(
                    "ignore",
                    "ignored_layers",
                    "modules_to_not_convert",
                    "llm_int8_skip_modules",
                    "exclude_modules",
                    "exclude",
                    "modules_to_not_quantize");

    /// Modules in one format; no targets are all.
    record Group(List<ModulePattern> targets, Format format) {}

    static QuantisedModules of(ModelConfig quantisation, List<Group> groups) {
        List<ModulePattern> wide = new ArrayList<>();
        for (String key : EXCLUSIONS) {
            wide.addAll(patterns(quantisation.list(key)));
            quantisation
                    .inner("quantization")
                    .ifPresent(inner -> wide.addAll(patterns(inner.list(key))));
        }
        // GPTQModel's: a minus before the expression leaves modules out.
        quantisation
                .inner("dynamic")
                .ifPresent(dynamic ->
                        dynamic.keys().stream()
                                .filter(key -> key.startsWith("-:"))
                                .forEach(key ->
                                        wide.add(ModulePattern.expression(key.substring(2)))));
        List<ModulePattern> only = new ArrayList<>();
        for (Object block : quantisation.list("modules_in_block_to_quantize")) {
            only.addAll(patterns(block instanceof List<?> list ? list : List.of(block)));
        }
        boolean decoderOnly = quantisation.text("quant_method").filter("gptq"::equals).isPresent();
        return new QuantisedModules(wide, only, groups, decoderOnly);
    }

    static List<ModulePattern> patterns(List<?> texts) {
        return texts.stream().map(text -> ModulePattern.of(String.valueOf(text))).toList();
    }

    /// Whether one format stands for all.
    boolean isUniform() {
        return wide.isEmpty()
                && only.isEmpty()
                && groups.size() < 2
                && groups.stream().allMatch(group -> group.targets().isEmpty());
    }

    /// The format of the module with one of these names; empty where it is left wide.
    Optional<Format> of(List<String> names) {
        boolean left = any(wide, names) || (!only.isEmpty() && !any(only, names));
        if (left) {
            return Optional.empty();
        }
        return groups.stream()
                .filter(group -> group.targets().isEmpty() || any(group.targets(), names))
                .map(Group::format)
                .findFirst();
    }

    boolean leavesEyes() {
        return wideEyes || of(ModuleNames.eyes()).isEmpty();
    }

    private static boolean any(List<ModulePattern> patterns, List<String> names) {
        return patterns.stream().anyMatch(pattern -> names.stream().anyMatch(pattern.matches()));
    }

    /// Formats by module, where a file lists every one.
    static List<Group> listed(Map<String, Format> formats) {
        List<Group> groups = new ArrayList<>();
        formats.forEach(
                (name, format) -> groups.add(new Group(List.of(ModulePattern.of(name)), format)));
        return groups;
    }
}
