package dev.llmprof.report.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.llmprof.report.block.Chart;
import java.io.IOException;
import java.util.List;

/// The data of charts over keys: lines and heat maps.
final class GridChartJson {
    private GridChartJson() {}

    static void lines(JsonGenerator json, Chart.Lines lines) throws IOException {
        axis(json, "x", lines.x());
        axis(json, "y", lines.y());
        json.writePOJOField("labels", lines.labels());
        json.writeArrayFieldStart("series");
        for (Chart.Lines.Line series : lines.series()) {
            json.writeStartObject();
            json.writeStringField("name", series.name());
            places(json, "points", series.points());
            json.writeEndObject();
        }
        json.writeEndArray();
        places(json, "marks", lines.marks());
    }

    private static void axis(JsonGenerator json, String name, Chart.Lines.Axis axis)
            throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("title", axis.title());
        ChartJson.unit(json, axis.unit());
        json.writeEndObject();
    }

    private static void places(JsonGenerator json, String name, List<Chart.Lines.Place> places)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (Chart.Lines.Place place : places) {
            json.writeStartArray();
            json.writeNumber(place.x());
            json.writeNumber(place.y());
            json.writeString(place.name());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    static void heat(JsonGenerator json, Chart.Heat heat) throws IOException {
        ChartJson.unit(json, heat.unit());
        side(json, "across", heat.across());
        side(json, "down", heat.down());
        json.writeBooleanField("less", heat.lessIsBetter());
        spots(json, "cells", heat.cells());
        spots(json, "marks", heat.marks());
    }

    private static void side(JsonGenerator json, String name, Chart.Heat.Side side)
            throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("title", side.title());
        json.writePOJOField("values", side.values());
        json.writeEndObject();
    }

    private static void spots(JsonGenerator json, String name, List<Chart.Heat.Spot> spots)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (Chart.Heat.Spot spot : spots) {
            json.writeStartArray();
            json.writeNumber(spot.across());
            json.writeNumber(spot.down());
            json.writeNumber(spot.value());
            json.writeString(spot.name());
            json.writeEndArray();
        }
        json.writeEndArray();
    }
}
