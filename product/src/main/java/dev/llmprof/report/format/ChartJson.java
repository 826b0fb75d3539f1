package dev.llmprof.report.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Unit;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/// A chart's data for the page: compact columns, and no `<` that could end the element it stands
/// in.
final class ChartJson {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private ChartJson() {}

    static String kind(Chart chart) {
        return switch (chart) {
            case Chart.Timeline _ -> "timeline";
            case Chart.Bars _ -> "bars";
            case Chart.Roofline _ -> "roofline";
            case Chart.Treemap _ -> "treemap";
            case Chart.Sequence _ -> "sequence";
            case Chart.Histogram _ -> "histogram";
            case Chart.Lines _ -> "lines";
            case Chart.Heat _ -> "heat";
            case Chart.Slices _ -> "slices";
        };
    }

    /// Whether it has buttons of its own; the others are pictures.
    static boolean interactive(Chart chart) {
        return chart instanceof Chart.Timeline || chart instanceof Chart.Treemap;
    }

    static String text(Chart chart) {
        var out = new StringWriter();
        try (JsonGenerator json = MAPPER.createGenerator(out)) {
            json.writeStartObject();
            write(json, chart);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return out.toString().replace("<", "\\u003c").replace("&", "\\u0026");
    }

    private static void write(JsonGenerator json, Chart chart) throws IOException {
        switch (chart) {
            case Chart.Timeline timeline -> TimelineJson.write(json, timeline);
            case Chart.Bars bars -> bars(json, bars);
            case Chart.Roofline roofline -> roofline(json, roofline);
            case Chart.Treemap(Chart.Treemap.Node root) -> {
                json.writeFieldName("root");
                node(json, root);
            }
            case Chart.Sequence sequence -> sequence(json, sequence);
            case Chart.Lines lines -> GridChartJson.lines(json, lines);
            case Chart.Heat heat -> GridChartJson.heat(json, heat);
            case Chart.Slices slices -> slices(json, slices);
            case Chart.Histogram(Unit unit, List<Double> edges, List<Integer> counts) -> {
                unit(json, unit);
                json.writePOJOField("edges", edges);
                json.writePOJOField("counts", counts);
            }
        }
    }

    static void unit(JsonGenerator json, Unit unit) throws IOException {
        json.writeStringField("symbol", unit.symbol());
        json.writeNumberField("factor", unit.factor());
        json.writeBooleanField("prefixed", unit.scale() == Unit.Scale.DECIMAL);
    }

    private static void bars(JsonGenerator json, Chart.Bars bars) throws IOException {
        unit(json, bars.unit());
        json.writeBooleanField("stacked", bars.stacked());
        json.writePOJOField("labels", bars.labels());
        json.writeArrayFieldStart("series");
        for (Chart.Bars.Series series : bars.series()) {
            json.writeStartObject();
            json.writeStringField("name", series.name());
            json.writePOJOField("values", series.values());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /// One array per point: where, which series, its value, its name.
    private static void sequence(JsonGenerator json, Chart.Sequence sequence) throws IOException {
        unit(json, sequence.unit());
        json.writeStringField("axis", sequence.axis());
        List<String> series =
                sequence.points().stream().map(Chart.Sequence.Entry::series).distinct().toList();
        json.writePOJOField("series", series);
        json.writeArrayFieldStart("points");
        for (Chart.Sequence.Entry point : sequence.points()) {
            json.writeStartArray();
            json.writeNumber(point.at());
            json.writeNumber(series.indexOf(point.series()));
            json.writeNumber(point.value());
            json.writeString(point.name());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("marks");
        for (Chart.Sequence.Mark mark : sequence.marks()) {
            json.writeStartArray();
            json.writeString(mark.name());
            json.writeNumber(mark.value());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void slices(JsonGenerator json, Chart.Slices slices) throws IOException {
        json.writeNumberField("slice", slices.sliceNanos());
        json.writePOJOField("labels", slices.labels());
        json.writePOJOField("marked", slices.marked());
        json.writeArrayFieldStart("layers");
        for (Chart.Slices.Layer layer : slices.layers()) {
            json.writeStartObject();
            json.writeStringField("name", layer.name());
            json.writePOJOField("shares", layer.shares());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void roofline(JsonGenerator json, Chart.Roofline roofline) throws IOException {
        json.writeNumberField("bandwidth", roofline.bytesPerSecond());
        json.writeArrayFieldStart("ceilings");
        for (Chart.Roofline.Ceiling ceiling : roofline.ceilings()) {
            json.writeStartObject();
            json.writeStringField("name", ceiling.name());
            json.writeNumberField("flops", ceiling.flopsPerSecond());
            json.writeBooleanField("main", ceiling.main());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("points");
        for (Chart.Roofline.Point point : roofline.points()) {
            json.writeStartObject();
            json.writeStringField("name", point.name());
            json.writeStringField("series", point.series());
            json.writeNumberField("x", point.flopsPerByte());
            json.writeNumberField("y", point.flopsPerSecond());
            json.writeNumberField("weight", point.weight());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void node(JsonGenerator json, Chart.Treemap.Node node) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", node.name());
        json.writeNumberField("value", node.nanos());
        if (!node.children().isEmpty()) {
            json.writeArrayFieldStart("children");
            for (Chart.Treemap.Node child : node.children()) {
                node(json, child);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
