package dev.llmprof.engine.builtin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.weights.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The tiny models' `tokenizer.json`: byte-level, one token a byte, and the special tokens that
/// DeepSeek-OCR's prompts and answers use.
final class TinyTokenizer {
    private static final List<String> FRONT =
            List.of("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜▁pad▁｜>");
    private static final List<String> MARKS =
            List.of(
                    "<image>",
                    "<|ref|>",
                    "<|/ref|>",
                    "<|det|>",
                    "<|/det|>",
                    "<|grounding|>",
                    "<td>",
                    "</td>",
                    "<tr>",
                    "</tr>");

    private TinyTokenizer() {}

    static void write(Path folder) throws IOException {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("version", "1.0").putNull("truncation").putNull("padding");
        ArrayNode added = root.putArray("added_tokens");
        ObjectNode vocabulary = Json.MAPPER.createObjectNode();
        FRONT.forEach(token -> add(added, token, true));
        for (int value = 0; value < 256; value++) {
            vocabulary.put(letter(value), FRONT.size() + value);
        }
        MARKS.forEach(token -> add(added, token, false));
        root.putNull("normalizer");
        root.putObject("pre_tokenizer")
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", true)
                .put("use_regex", true);
        root.putNull("post_processor");
        root.putObject("decoder")
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", true)
                .put("use_regex", true);
        ObjectNode model = root.putObject("model");
        model.put("type", "BPE").putNull("dropout").putNull("unk_token");
        model.putNull("continuing_subword_prefix").putNull("end_of_word_suffix");
        model.put("fuse_unk", false).put("byte_fallback", false);
        model.set("vocab", vocabulary);
        model.putArray("merges");
        Files.writeString(folder.resolve("tokenizer.json"), root.toPrettyString());
    }

    private static void add(ArrayNode added, String token, boolean front) {
        added.addObject()
                .put("id", added.size() - 1 + (front ? 0 : 256))
                .put("content", token)
                .put("single_word", false)
                .put("lstrip", false)
                .put("rstrip", false)
                .put("normalized", false)
                .put("special", true);
    }

    /// GPT-2's printable stand-in for a byte.
    private static String letter(int value) {
        boolean printable =
                (value >= '!' && value <= '~')
                        || (value >= 0xa1 && value <= 0xac)
                        || (value >= 0xae && value <= 0xff);
        return Character.toString(printable ? value : 256 + rank(value));
    }

    /// The how-manieth unprintable byte this is.
    private static int rank(int value) {
        if (value <= ' ') {
            return value;
        }
        return value == 0xad ? 67 : value - 0x7f + 33;
    }
}
