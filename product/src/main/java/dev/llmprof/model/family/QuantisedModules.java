package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

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

    /// Modules with bits and groups of their own: GPTQModel's `dynamic`, where a minus before the
    /// expression leaves them as they were and a plus is understood, and AutoRound's
    /// `extra_config`, where sixteen bits do.
    record Special(ModulePattern modules, ModelConfig own, boolean wide) {
        private static final int WIDE_BITS = 16;

        static List<Special> of(ModelConfig quantisation) {
            List<Special> found = new ArrayList<>();
            named(
                    quantisation.inner("dynamic"),
                    (key, own) ->
                            found.add(
                                    new Special(
                                            expression(key),
                                            own,
                                            key.startsWith("-:") || isWide(own))));
            named(
                    quantisation.inner("extra_config"),
                    (key, own) -> found.add(new Special(ModulePattern.of(key), own, isWide(own))));
            return found;
        }

        private static void named(
                Optional<ModelConfig> all, BiConsumer<String, ModelConfig> taker) {
            all.ifPresent(each ->
                    each.keys()
                            .forEach(key ->
                                    each.inner(key).ifPresent(own -> taker.accept(key, own))));
        }

        private static ModulePattern expression(String key) {
            boolean marked = key.startsWith("-:") || key.startsWith("+:");
            return ModulePattern.expression(marked ? key.substring(2) : key);
        }

        private static boolean isWide(ModelConfig own) {
            return own.whole(0, "bits") >= WIDE_BITS;
        }
    }

    static QuantisedModules of(ModelConfig quantisation, List<Group> groups) {
        List<ModulePattern> wide = new ArrayList<>();
        for (String key : EXCLUSIONS) {
            wide.addAll(patterns(quantisation.list(key)));
            quantisation
                    .inner("quantization")
                    .ifPresent(inner -> wide.addAll(patterns(inner.list(key))));
        }
        Special.of(quantisation).stream()
                .filter(Special::wide)
                .map(Special::modules)
                .forEach(wide::add);
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
