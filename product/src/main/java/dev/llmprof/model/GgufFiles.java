package dev.llmprof.model;

import dev.llmprof.model.checkpoint.Checkpoint;
import dev.llmprof.model.checkpoint.Gguf;
import dev.llmprof.model.checkpoint.GgufHeader;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.StoredParts;
import dev.llmprof.model.family.Families;
import dev.llmprof.model.shape.Model;
import dev.llmprof.problem.Problem;
import dev.llmprof.safetensors.Tensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A model in GGUF, in one file or split into several: the first part has the keys, all have
/// tensors.
final class GgufFiles {
    private static final Pattern PART = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})\\.gguf");
    private static final long MOST_PARTS = 10_000;

    private GgufFiles() {}

    static Model read(Path file) {
        GgufHeader header = Gguf.read(file);
        List<Path> files = parts(file, header);
        List<Tensor> tensors = new ArrayList<>();
        Map<String, Object> keys = header.keys();
        for (Path part : files) {
            GgufHeader each = part.equals(file) ? header : Gguf.read(part);
            tensors.addAll(each.tensors());
            keys = part.equals(files.getFirst()) ? each.keys() : keys;
        }
        var whole = new GgufHeader(header.version(), keys, tensors, header.dataStart());
        Model model = Architectures.read(typed(whole.config(file.toString())));
        return model.with(StoredParts.difference(new Checkpoint(tensors, files), model));
    }

    private static ModelConfig typed(ModelConfig config) {
        boolean mixture = config.has("num_local_experts");
        return config.with("model_type", Families.ofGguf(config.modelType(), mixture));
    }

    private static List<Path> parts(Path file, GgufHeader header) {
        long count = header.keys().get("split.count") instanceof Long given ? given : 1;
        if (count <= 1) {
            return List.of(file);
        }
        Matcher name = PART.matcher(file.getFileName().toString());
        if (count > MOST_PARTS || !name.matches()) {
            throw new Problem(
                            "this is one of %d parts, and its name does not say which"
                                    .formatted(count),
                            file.toString(),
                            "parts are called NAME-00001-of-0000N.gguf")
                    .found();
        }
        List<Path> files = new ArrayList<>();
        for (int part = 1; part <= count; part++) {
            String plain =
                    String.format(Locale.ROOT, "%s-%05d-of-%05d.gguf", name.group(1), part, count);
            Path sibling = file.resolveSibling(plain);
            if (!Files.isRegularFile(sibling)) {
                throw new Problem(
                                "part %d of %d is missing".formatted(part, count),
                                sibling.toString(),
                                "download it into the same folder")
                        .found();
            }
            files.add(sibling);
        }
        return files;
    }
}
