package dev.llmprof.report.block;

import java.util.List;
import java.util.function.ToLongFunction;

/// A chart as data. The page draws it; Markdown keeps its title and words.
public sealed interface Chart {

    /// What happened when. Times count from the first event. An item stands for `count` events that
    /// are too short to be drawn one by one, busy for `busyNanos` of its length. `steps` are what a
    /// reader can go through one by one.
    record Timeline(List<Row> rows, List<String> names, List<Item> items, List<Step> steps)
            implements Chart {
        public Timeline {
            rows = List.copyOf(rows);
            names = List.copyOf(names);
            items = List.copyOf(items);
            steps = List.copyOf(steps);
        }

        /// Rows of one title are drawn below each other, `level` 0 first.
        public record Row(String title, int level) {}

        public record Step(String name, long startNanos, long durationNanos) {}

        public record Item(
                int row,
                int name,
                long startNanos,
                long durationNanos,
                long busyNanos,
                int count) {}
    }

    /// Horizontal bars for each label, one for each series, or one stacked of them.
    record Bars(Unit unit, boolean stacked, List<String> labels, List<Series> series)
            implements Chart {
        public Bars {
            labels = List.copyOf(labels);
            series = List.copyOf(series);
        }

        public record Series(String name, List<Double> values) {
            public Series {
                values = List.copyOf(values);
            }

            /// One bar for each row.
            public static <T> Series of(String name, List<T> rows, ToLongFunction<T> value) {
                return new Series(
                        name, rows.stream().map(row -> (double) value.applyAsLong(row)).toList());
            }
        }
    }

    /// FLOP/s over FLOP per byte, both logarithmic, under the hardware's ceilings.
    record Roofline(List<Ceiling> ceilings, double bytesPerSecond, List<Point> points)
            implements Chart {
        public Roofline {
            ceilings = List.copyOf(ceilings);
            points = List.copyOf(points);
        }

        /// `main` is the roof that points are measured against.
        public record Ceiling(String name, double flopsPerSecond, boolean main) {}

        /// Where memory and arithmetic take equally long under a roof.
        public double ridge(Ceiling ceiling) {
            return ceiling.flopsPerSecond() / bytesPerSecond;
        }

        /// `weight` (a share of the time) decides how large it is drawn.
        public record Point(
                String name,
                String series,
                double flopsPerByte,
                double flopsPerSecond,
                double weight) {}
    }

    /// Nested parts of a whole, in nanoseconds.
    record Treemap(Node root) implements Chart {
        public record Node(String name, double nanos, List<Node> children) {
            public Node {
                children = List.copyOf(children);
            }
        }
    }

    /// Values one after the other, each of a series, with lines across at what is typical.
    record Sequence(Unit unit, String axis, List<Entry> points, List<Mark> marks) implements Chart {
        public Sequence {
            points = List.copyOf(points);
            marks = List.copyOf(marks);
        }

        /// Of steps.
        public Sequence(Unit unit, List<Entry> points, List<Mark> marks) {
            this(unit, "step", points, marks);
        }

        public record Entry(long at, String series, String name, double value) {}

        public record Mark(String name, double value) {}
    }

    /// Shares of a whole for each row over slices of equal length: how dark a cell is says the
    /// first series. A share below 0 is none.
    record Slices(long sliceNanos, List<String> labels, List<Integer> marked, List<Layer> layers)
            implements Chart {
        public Slices {
            labels = List.copyOf(labels);
            marked = List.copyOf(marked);
            layers = List.copyOf(layers);
        }

        /// One list of shares for each label.
        public record Layer(String name, List<List<Double>> shares) {
            public Layer {
                shares = List.copyOf(shares);
            }
        }
    }

    /// How often a value falls between two neighbouring edges.
    record Histogram(Unit unit, List<Double> edges, List<Integer> counts) implements Chart {
        public Histogram {
            edges = List.copyOf(edges);
            counts = List.copyOf(counts);
            if (edges.size() != counts.size() + 1) {
                throw new IllegalArgumentException("edges must be one more than counts");
            }
        }
    }

    /// Values over values, a line for each series. Where `labels` is not empty, x is the number of
    /// one. Points in `marks` are named on the page.
    record Lines(Axis x, Axis y, List<String> labels, List<Line> series, List<Place> marks)
            implements Chart {
        public Lines {
            labels = List.copyOf(labels);
            series = List.copyOf(series);
            marks = List.copyOf(marks);
        }

        public record Axis(String title, Unit unit) {}

        public record Line(String name, List<Place> points) {
            public Line {
                points = List.copyOf(points);
            }
        }

        public record Place(double x, double y, String name) {}
    }

    /// A value for each pair of two keys' values, as colours; a pair that was not measured is not
    /// there. `marks` name cells, and `lessIsBetter` makes low values the strong colour.
    record Heat(
            Unit unit,
            Side across,
            Side down,
            boolean lessIsBetter,
            List<Spot> cells,
            List<Spot> marks)
            implements Chart {
        public Heat {
            cells = List.copyOf(cells);
            marks = List.copyOf(marks);
        }

        public record Side(String title, List<String> values) {
            public Side {
                values = List.copyOf(values);
            }
        }

        public record Spot(int across, int down, double value, String name) {}
    }
}
