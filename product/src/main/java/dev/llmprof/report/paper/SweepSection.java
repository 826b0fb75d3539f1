package dev.llmprof.report.paper;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.analysis.cost.SweepPoint;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A what-if table over requests and devices.
public final class SweepSection {
    private SweepSection() {}

    public static List<Block> blocks(List<SweepPoint> points, Model model, Counting counting) {
        Parameters parameters = Parameters.of(model, counting.precision());
        String head =
                String.format(
                        Locale.ROOT,
                        "%s: %,d parameters, %,d active, weights %s%s; %s",
                        model.name(),
                        parameters.total(),
                        parameters.active(),
                        Numbers.text(parameters.weightBytes(), Unit.BYTES),
                        Caveat.mark(model.caveats(counting.precision())),
                        counting.convention().sentence());
        List<Block> blocks = new ArrayList<>(List.of(new Block.Paragraph(head), grid(points)));
        notes(points, model).forEach(note -> blocks.add(new Block.Note(Block.Tone.INFO, note)));
        return blocks;
    }

    /// Of the model, and of the pictures of any point.
    public static List<String> notes(List<SweepPoint> points, Model model) {
        Set<String> notes = new LinkedHashSet<>(StaticAnalyses.notes(model));
        points.forEach(point -> notes.addAll(StaticAnalyses.pictures(model, point.request())));
        return List.copyOf(notes);
    }

    public static Block.Grid grid(List<SweepPoint> points) {
        List<List<Cell>> rows = new ArrayList<>();
        points.forEach(point -> rows.add(row(point)));
        return new Block.Grid(
                "What if",
                List.of(
                        Column.words("gpu"),
                        Column.number("batch"),
                        Column.number("prompt"),
                        Column.number("new"),
                        Column.number("prefill"),
                        Column.number("TTFT"),
                        Column.number("TPOT"),
                        Column.number("tok/s"),
                        Column.words("by").meaning("what bounds decode"),
                        Column.number("memory"),
                        Column.words("fits")),
                rows);
    }

    private static List<Cell> row(SweepPoint point) {
        boolean timed = !point.device().isEmpty();
        return List.of(
                Cell.text(timed ? point.device() : "–"),
                Cell.count(point.request().batch()),
                Cell.count(point.promptTokens()),
                Cell.count(point.request().newTokens()),
                Cell.number(point.prefillFlops(), Unit.FLOPS),
                StaticComputeSection.seconds(timed(timed, point.firstTokenSeconds())),
                StaticComputeSection.seconds(timed(timed, point.perTokenSeconds())),
                timed
                        ? Cell.number(point.tokensPerSecond(), Unit.PLAIN)
                        : Cell.absent("no GPU was named"),
                Cell.text(timed ? point.decodeLimit().name().toLowerCase(Locale.ROOT) : "–"),
                StaticComputeSection.bytes(point.neededBytes()),
                Cell.text(timed ? point.fit().word() : "–"));
    }

    private static Optional<Double> timed(boolean timed, double seconds) {
        return timed ? Optional.of(seconds) : Optional.empty();
    }

    public static String json(List<SweepPoint> points, Model model, Counting counting) {
        var text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            Parameters parameters = Parameters.of(model, counting.precision());
            json.writeStartObject();
            json.writeStringField("schema", "llmprof.static_sweep/1");
            json.writeStringField("model", model.name());
            json.writeStringField("convention", counting.convention().sentence());
            json.writeObjectFieldStart("parameters");
            json.writeNumberField("total", parameters.total());
            json.writeNumberField("active", parameters.active());
            json.writeEndObject();
            json.writeObjectFieldStart("weights");
            StaticComputeJson.number(json, "bytes", parameters.weightBytes());
            json.writeEndObject();
            json.writeObjectFieldStart("kv_cache");
            var cache = KvCache.of(model.decoder(), counting.precision());
            StaticComputeJson.number(json, "bytes_per_token", cache.bytesPerToken());
            json.writeEndObject();
            List<Caveat> caveats = model.caveats(counting.precision());
            StaticComputeJson.writeTexts(
                    json, "caveats", caveats.stream().map(Caveat::words).toList());
            StaticComputeJson.writeTexts(json, "notes", notes(points, model));
            json.writeArrayFieldStart("points");
            for (SweepPoint point : points) {
                write(json, point);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON to memory", e);
        }
        return text + "\n";
    }

    private static void write(JsonGenerator json, SweepPoint point) throws IOException {
        json.writeStartObject();
        json.writeStringField("gpu", point.device());
        json.writeNumberField("batch", point.request().batch());
        json.writeNumberField("prompt_tokens", point.promptTokens());
        json.writeNumberField("new_tokens", point.request().newTokens());
        StaticComputeJson.number(json, "first_token_flops", point.prefillFlops());
        StaticComputeJson.number(json, "decode_flops_per_token", point.decodeFlopsPerToken());
        StaticComputeJson.number(json, "memory_bytes", point.neededBytes());
        if (!point.device().isEmpty()) {
            StaticComputeJson.number(
                    json, "time_to_first_token_seconds", point.firstTokenSeconds());
            StaticComputeJson.number(
                    json, "time_per_output_token_seconds", point.perTokenSeconds());
            StaticComputeJson.number(json, "tokens_per_second", point.tokensPerSecond());
            json.writeStringField(
                    "decode_bound_by", point.decodeLimit().name().toLowerCase(Locale.ROOT));
            StaticDeviceJson.writeFit(json, point.fit());
        }
        json.writeEndObject();
    }
}
