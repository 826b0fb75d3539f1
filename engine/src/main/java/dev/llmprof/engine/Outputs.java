package dev.llmprof.engine;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.image.Bicubic;
import dev.llmprof.engine.image.ImageFile;
import dev.llmprof.engine.image.Pictures;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.OcrModel;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// What the model said, as files: one line an item, and pictures with the boxes it named.
final class Outputs {
    private final WorkloadSettings settings;
    private final Model model;
    private int visualised;

    Outputs(WorkloadSettings settings, Model model) {
        this.settings = settings;
        this.model = model;
    }

    void write(ItemResult item) throws IOException {
        if (settings.prediction().isPresent()) {
            predict(item, settings.prediction().get());
        }
        if (settings.visualization().isPresent() && model instanceof OcrModel) {
            WorkloadSettings.Visualization wanted = settings.visualization().get();
            if (visualised < wanted.maxImages().orElse(Integer.MAX_VALUE)) {
                visualised++;
                visualise(item, wanted);
            }
        }
    }

    private void predict(ItemResult item, WorkloadSettings.Prediction wanted) throws IOException {
        ObjectNode line = Json.MAPPER.createObjectNode();
        line.put("image", item.file().toString());
        line.put("text_raw", model.tokenizer().decode(item.tokens(), wanted.stripSpecialTokens()));
        line.put("text_clean", Grounding.markdown(text(item, true)));
        line.put("prefill_ms", ItemResult.millis(item.prefillNanos()));
        line.put("decode_ms", ItemResult.millis(item.decodeNanos()));
        line.put("vision_ms", ItemResult.millis(item.visionNanos()));
        line.put("tokens", item.tokens().size());
        line.put("tokens_per_s", item.tokensPerSecond());
        Files.createDirectories(wanted.directory());
        Files.writeString(
                wanted.directory().resolve("predictions.jsonl"),
                line + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private void visualise(ItemResult item, WorkloadSettings.Visualization wanted)
            throws IOException {
        Path file = item.file().toAbsolutePath();
        Path folder = Files.createDirectories(wanted.directory().resolve(md5(file.toString())));
        Rgb page = ImageFile.read(file);
        String raw = text(item, false);
        List<Grounding.Box> boxes = Grounding.boxes(raw, page.width(), page.height());
        Files.writeString(folder.resolve("result.mmd"), Grounding.markdown(raw) + "\n");
        crops(page, boxes, folder, wanted.thumbnailWidth());
        Pictures.writeJpeg(framed(page, boxes), folder.resolve("result_with_boxes.jpg"));
        Files.writeString(folder.resolve("info.json"), info(item, raw, boxes).toPrettyString());
    }

    private static void crops(Rgb page, List<Grounding.Box> boxes, Path folder, int widest)
            throws IOException {
        int number = 0;
        for (Grounding.Box box : boxes) {
            if (box.label().equals("image")) {
                Path images = Files.createDirectories(folder.resolve("images"));
                Rgb cut = page.cut(box.x(), box.y(), box.width(), box.height());
                Pictures.writeJpeg(thumbnail(cut, widest), images.resolve(number++ + ".jpg"));
            }
        }
    }

    private static Rgb thumbnail(Rgb picture, int widest) {
        if (picture.width() <= widest) {
            return picture;
        }
        long height = Math.max(1, (long) picture.height() * widest / picture.width());
        return Bicubic.resize(picture, widest, (int) height);
    }

    private static Rgb framed(Rgb page, List<Grounding.Box> boxes) {
        Rgb copy = new Rgb(page.width(), page.height(), page.bytes().clone());
        for (Grounding.Box box : boxes) {
            copy.frame(box.x(), box.y(), box.width(), box.height());
        }
        return copy;
    }

    private ObjectNode info(ItemResult item, String raw, List<Grounding.Box> boxes) {
        ObjectNode info = Json.MAPPER.createObjectNode();
        info.put("source_image", item.file().toString());
        info.put("text_raw", raw);
        info.putObject("timings_ms")
                .put("prefill", ItemResult.millis(item.prefillNanos()))
                .put("decode", ItemResult.millis(item.decodeNanos()))
                .put("vision", ItemResult.millis(item.visionNanos()));
        ArrayNode all = info.putArray("boxes");
        for (Grounding.Box box : boxes) {
            all.addObject()
                    .put("x", box.x())
                    .put("y", box.y())
                    .put("w", box.width())
                    .put("h", box.height())
                    .put("text", box.label());
        }
        return info;
    }

    private String text(ItemResult item, boolean withoutEnd) {
        List<Long> stops = model.decoder().config().vocabulary().endOfText();
        List<Long> tokens = item.tokens();
        boolean ended = !tokens.isEmpty() && stops.contains(tokens.getLast());
        List<Long> shown = withoutEnd && ended ? tokens.subList(0, tokens.size() - 1) : tokens;
        return model.tokenizer().decode(shown, false);
    }

    @SuppressWarnings("DoNotUseMD5")
    private static String md5(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
