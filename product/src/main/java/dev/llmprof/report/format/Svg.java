package dev.llmprof.report.format;

import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// Charts as files of their own: histograms and rooflines, with a title and words inside.
public final class Svg {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 440;
    private static final int LEFT = 92;
    private static final int RIGHT = WIDTH - 24;
    private static final int TOP = 48;
    private static final int BOTTOM = HEIGHT - 56;
    private static final List<String> COLOURS =
            List.of("#3b74d6", "#e08a2e", "#3f9b63", "#b25cc0", "#d1495b", "#2a9db0", "#8a7a3f");

    private final StringBuilder out = new StringBuilder();

    private Svg(String title, String description) {
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ");
        out.append(WIDTH + " " + HEIGHT + "\" font-family=\"system-ui, sans-serif\"");
        out.append(" font-size=\"12\" fill=\"#1b1f27\">\n<title>").append(Html.escaped(title));
        out.append("</title>\n<desc>").append(Html.escaped(description)).append("</desc>\n");
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
        text(LEFT, 26, "start", title, " font-size=\"15\" font-weight=\"600\"");
    }

    public static String histogram(String title, String label, Chart.Histogram chart) {
        int most = chart.counts().stream().mapToInt(Integer::intValue).max().orElse(1);
        var svg = new Svg(title, chart.counts() + " values between " + chart.edges());
        var x = SvgAxis.linear(chart.edges().getFirst(), chart.edges().getLast(), LEFT, RIGHT);
        var y = SvgAxis.linear(0, Math.max(1, most), BOTTOM, TOP);
        svg.axes(x, y, label, "kernels", chart.unit(), Unit.PLAIN);
        for (int i = 0; i < chart.counts().size(); i++) {
            double from = x.place(chart.edges().get(i));
            double to = x.place(chart.edges().get(i + 1));
            double top = y.place(chart.counts().get(i));
            svg.out.append("<rect x=\"" + at(from + 1) + "\" y=\"" + at(top) + "\" width=\"");
            svg.out.append(at(Math.max(0, to - from - 2)) + "\" height=\"" + at(BOTTOM - top));
            svg.out.append("\" fill=\"" + COLOURS.getFirst() + "\"/>\n");
        }
        return svg.done();
    }

    public static String roofline(String title, Chart.Roofline chart) {
        List<Chart.Roofline.Point> points =
                chart.points().stream()
                        .filter(p -> p.flopsPerByte() > 0 && p.flopsPerSecond() > 0)
                        .toList();
        double peak = largest(chart.ceilings(), Chart.Roofline.Ceiling::flopsPerSecond, 1e12);
        double ridge = peak / chart.bytesPerSecond();
        double minX = smallest(points, Chart.Roofline.Point::flopsPerByte, ridge / 100);
        double maxX = largest(points, Chart.Roofline.Point::flopsPerByte, ridge);
        double minY = smallest(points, Chart.Roofline.Point::flopsPerSecond, peak / 1e4);
        var x = SvgAxis.powers(Math.min(minX, ridge / 20), Math.max(maxX, ridge) * 3, LEFT, RIGHT);
        double maxY = largest(points, Chart.Roofline.Point::flopsPerSecond, peak);
        var y =
                SvgAxis.powers(
                        Math.min(minY, peak / 100), Math.max(maxY, peak) * 1.01, BOTTOM, TOP);
        var svg = new Svg(title, points.size() + " kernels under the roofs of the device");
        svg.axes(
                x, y, "FLOP per byte of DRAM traffic", "FLOP/s", Unit.PLAIN, Unit.FLOPS_PER_SECOND);
        svg.roofs(x, y, chart, peak);
        points.forEach(p ->
                svg.point(
                        x.place(p.flopsPerByte()),
                        y.place(p.flopsPerSecond()),
                        p.name(),
                        p.weight()));
        return svg.done();
    }

    /// The memory's slope up to the highest roof, and each roof from its own ridge on.
    private void roofs(SvgAxis x, SvgAxis y, Chart.Roofline chart, double peak) {
        double foot = Math.max(x.from(), y.from() / chart.bytesPerSecond());
        line(
                x.place(foot),
                y.place(foot * chart.bytesPerSecond()),
                x.place(peak / chart.bytesPerSecond()),
                y.place(peak),
                "6 4");
        for (var ceiling : chart.ceilings()) {
            double level = y.place(ceiling.flopsPerSecond());
            line(x.place(chart.ridge(ceiling)), level, RIGHT, level, "");
            String ridge = Numbers.text(chart.ridge(ceiling), Unit.FLOPS_PER_BYTE);
            String label = ceiling.name() + ", ridge at " + ridge;
            text(RIGHT, level - 5, "end", label, " fill=\"#5b6472\"");
        }
    }

    private static <T> double smallest(List<T> all, ToDoubleFunction<T> value, double otherwise) {
        return all.stream().mapToDouble(value).min().orElse(otherwise);
    }

    private static <T> double largest(List<T> all, ToDoubleFunction<T> value, double otherwise) {
        return all.stream().mapToDouble(value).max().orElse(otherwise);
    }

    /// Two percentages against each other; above the diagonal the second one is larger.
    public static String percentages(
            String title, String xLabel, String yLabel, List<Percentages> points) {
        var svg = new Svg(title, points.size() + " kernels, " + yLabel + " over " + xLabel);
        var x = SvgAxis.linear(0, 100, LEFT, RIGHT);
        var y = SvgAxis.linear(0, 100, BOTTOM, TOP);
        svg.axes(x, y, xLabel, yLabel, Unit.PLAIN, Unit.PLAIN);
        svg.line(x.place(0), y.place(0), x.place(100), y.place(100), "6 4");
        points.forEach(p -> svg.point(x.place(p.x()), y.place(p.y()), p.name(), p.weight()));
        return svg.done();
    }

    /// A point of [#percentages].
    public record Percentages(String name, double x, double y, double weight) {}

    private void axes(SvgAxis x, SvgAxis y, String xLabel, String yLabel, Unit xUnit, Unit yUnit) {
        for (double tick : x.ticks()) {
            double place = x.place(tick);
            out.append(
                    "<path d=\"M"
                            + at(place)
                            + " "
                            + TOP
                            + "V"
                            + BOTTOM
                            + "\" stroke=\"#e6e9ee\"/>\n");
            text(place, BOTTOM + 18, "middle", label(tick, xUnit), " fill=\"#5b6472\"");
        }
        for (double tick : y.ticks()) {
            double place = y.place(tick);
            out.append(
                    "<path d=\"M"
                            + LEFT
                            + " "
                            + at(place)
                            + "H"
                            + RIGHT
                            + "\" stroke=\"#e6e9ee\"/>\n");
            text(LEFT - 8, place + 4, "end", label(tick, yUnit), " fill=\"#5b6472\"");
        }
        text((LEFT + RIGHT) / 2.0, HEIGHT - 16, "middle", xLabel, "");
        double middle = (TOP + BOTTOM) / 2.0;
        String turn = " transform=\"rotate(-90 18 " + at(middle) + ")\"";
        text(18, middle, "middle", yLabel, turn);
    }

    /// 400, not 400.00: a tick is a round number.
    private static String label(double value, Unit unit) {
        return Numbers.text(value, unit)
                .replaceFirst("(\\.\\d*?)0+(?=\\D|$)", "$1")
                .replaceFirst("\\.(?=\\D|$)", "");
    }

    private void line(double x1, double y1, double x2, double y2, String dashes) {
        out.append("<path d=\"M" + at(x1) + " " + at(y1) + "L" + at(x2) + " " + at(y2));
        out.append("\" stroke=\"#5b6472\" stroke-width=\"1.5\"");
        out.append(dashes.isEmpty() ? "/>\n" : " stroke-dasharray=\"" + dashes + "\"/>\n");
    }

    private void point(double x, double y, String name, double weight) {
        double radius = 4 + 14 * Math.sqrt(Math.clamp(weight, 0, 1));
        String colour = COLOURS.get(Math.floorMod(name.hashCode(), COLOURS.size()));
        out.append("<circle cx=\"" + at(x) + "\" cy=\"" + at(y) + "\" r=\"" + at(radius));
        out.append("\" fill=\"" + colour + "\" fill-opacity=\".75\"><title>");
        out.append(Html.escaped(name)).append("</title></circle>\n");
    }

    private void text(double x, double y, String anchor, String text, String more) {
        out.append("<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor + "\"");
        out.append(more + ">").append(Html.escaped(text)).append("</text>\n");
    }

    private String done() {
        return out.append("</svg>\n").toString();
    }

    private static String at(double place) {
        return String.format(Locale.ROOT, "%.1f", place);
    }
}
