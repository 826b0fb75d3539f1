package dev.llmprof.engine.model;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// `tokenizer.json` of a model folder.
public final class Tokenizer implements AutoCloseable {
    private final HuggingFaceTokenizer tokenizer;
    private final Path file;

    private Tokenizer(HuggingFaceTokenizer tokenizer, Path file) {
        this.tokenizer = tokenizer;
        this.file = file;
    }

    public static Tokenizer open(Path folder) {
        Path file = folder.resolve("tokenizer.json");
        if (!Files.isRegularFile(file)) {
            throw new Problem(
                            "tokenizer.json is missing",
                            folder.toString(),
                            "point model.path at a whole Hugging Face folder")
                    .found();
        }
        System.setProperty("ai.djl.offline", "true");
        var options = Map.of("truncation", "false", "padding", "false");
        try {
            return new Tokenizer(HuggingFaceTokenizer.newInstance(file, options), file);
        } catch (IOException | RuntimeException e) {
            throw new Problem(
                            "cannot read tokenizer.json: " + e.getMessage(),
                            file.toString(),
                            "fetch the file again")
                    .found();
        }
    }

    /// The ids of the text alone.
    public List<Long> encode(String text) {
        return text.isEmpty() ? List.of() : ids(tokenizer.encode(text, false, false));
    }

    /// The ids of the text with what the tokenizer itself puts around it.
    List<Long> encodeWhole(String text) {
        return ids(tokenizer.encode(text, true, false));
    }

    public String decode(List<Long> ids, boolean withoutSpecial) {
        long[] all = ids.stream().mapToLong(Long::longValue).toArray();
        return tokenizer.decode(all, withoutSpecial);
    }

    /// The id of one token given by its text.
    public long id(String token) {
        List<Long> ids = encode(token);
        if (ids.size() != 1) {
            throw new Problem(
                            "the tokenizer has no token " + token,
                            file.toString(),
                            "use the tokenizer.json that belongs to the model")
                    .found();
        }
        return ids.getFirst();
    }

    private static List<Long> ids(Encoding encoding) {
        return Arrays.stream(encoding.getIds()).boxed().toList();
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
