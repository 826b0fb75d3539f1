package dev.llmprof.trace.ncu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;

/// The metrics of one launch, in columns: reports have hundreds of them for each of thousands of
/// launches.
///
/// Numbers are as they were written; [#base] converts them to bytes, nanoseconds and the like.
public final class NcuMetrics {
    private static final int NO_ROW = -1;

    private enum Kind {
        REAL(0),
        COUNT(1),
        TEXT(2),
        NONE(3);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        static Kind of(byte code) {
            return switch (code) {
                case 0 -> REAL;
                case 1 -> COUNT;
                case 2 -> TEXT;
                default -> NONE;
            };
        }
    }

    private final String[] sections;
    private final String[] names;
    private final String[] units;
    private final byte[] kinds;
    private final long[] bits;
    private final String[] texts;
    private final Map<String, Integer> firstRows;
    private final int[] nextRows;
    private final Map<String, String> namedUnits;

    private NcuMetrics(Builder from) {
        int size = from.size;
        names = Arrays.copyOf(from.names, size);
        sections = shared(from.sections, size);
        units = shared(from.units, size);
        kinds = Arrays.copyOf(from.kinds, size);
        bits = Arrays.copyOf(from.bits, size);
        texts = from.texts.toArray(String[]::new);
        firstRows = HashMap.newHashMap(size);
        nextRows = new int[size];
        namedUnits = from.namedUnits;
        for (int row = size - 1; row >= 0; row--) {
            Integer later = firstRows.put(names[row], row);
            nextRows[row] = later == null ? NO_ROW : later;
        }
    }

    public int size() {
        return names.length;
    }

    /// The section's title on the details page; empty on the raw page and in a report file.
    public String section(int row) {
        return sections.length == 0 ? "" : sections[row];
    }

    /// `dram__bytes_read.sum`, or on the details page a label such as `DRAM Throughput`.
    public String name(int row) {
        return names[row];
    }

    public NcuValue value(int row) {
        return switch (Kind.of(kinds[row])) {
            case REAL -> new NcuValue.Quantity(Double.longBitsToDouble(bits[row]), unit(row));
            case COUNT -> new NcuValue.Count(bits[row], unit(row));
            case TEXT -> new NcuValue.Text(texts[(int) bits[row]]);
            case NONE -> new NcuValue.NoData();
        };
    }

    /// The number in its base unit (bytes, nanoseconds, per second, percent), if it is one: ncu
    /// writes NaN for what it could not count.
    public OptionalDouble base(int row) {
        return switch (Kind.of(kinds[row])) {
            case REAL -> finite(NcuUnit.toBase(Double.longBitsToDouble(bits[row]), unit(row)));
            case COUNT -> OptionalDouble.of(NcuUnit.toBase(unsigned(bits[row]), unit(row)));
            case TEXT, NONE -> OptionalDouble.empty();
        };
    }

    /// The first number of that name, in its base unit.
    public OptionalDouble base(String name) {
        return base("", name);
    }

    /// As above, within a section of the details page; any section where it is empty.
    public OptionalDouble base(String section, String name) {
        for (int row = first(name); row != NO_ROW; row = nextRows[row]) {
            if (section.isEmpty() || section(row).equals(section)) {
                OptionalDouble found = base(row);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return OptionalDouble.empty();
    }

    /// All numbers of that name in their base unit: ncu may write what several passes measured.
    public double[] all(String name) {
        DoubleStream.Builder found = DoubleStream.builder();
        for (int row = first(name); row != NO_ROW; row = nextRows[row]) {
            base(row).ifPresent(found::add);
        }
        return found.build().toArray();
    }

    /// The first text of that name, else empty.
    public String text(String name) {
        for (int row = first(name); row != NO_ROW; row = nextRows[row]) {
            if (value(row) instanceof NcuValue.Text(String text)) {
                return text;
            }
        }
        return "";
    }

    private int first(String name) {
        return firstRows.getOrDefault(name, NO_ROW);
    }

    public String unit(int row) {
        return units.length == 0
                ? namedUnits.computeIfAbsent(names[row], NcuUnit::ofMetric)
                : units[row];
    }

    private static OptionalDouble finite(double value) {
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static double unsigned(long bits) {
        return bits >= 0 ? bits : (bits >>> 1) * 2.0;
    }

    private static String[] shared(String[] column, int size) {
        for (int row = 0; row < size; row++) {
            if (!column[row].isEmpty()) {
                return Arrays.copyOf(column, size);
            }
        }
        return new String[0];
    }

    /// One launch's metrics from several files; what an earlier file has, a later one does not add
    /// again.
    static NcuMetrics merged(List<NcuMetrics> parts) {
        var builder = new Builder();
        Set<String> known = new HashSet<>();
        for (NcuMetrics part : parts) {
            Set<String> own = new HashSet<>();
            for (int row = 0; row < part.size(); row++) {
                String key = part.section(row) + "\0" + part.name(row);
                own.add(key);
                if (!known.contains(key)) {
                    builder.copy(part, row);
                }
            }
            known.addAll(own);
        }
        return builder.build();
    }

    /// Gathers a launch's metrics in the order of the file.
    static final class Builder {
        private String[] sections = new String[32];
        private String[] names = new String[32];
        private String[] units = new String[32];
        private byte[] kinds = new byte[32];
        private long[] bits = new long[32];
        private final List<String> texts = new ArrayList<>();
        private final Map<String, String> namedUnits;
        private int size;

        Builder() {
            this(new HashMap<>());
        }

        /// Launches of one file share what the names of metrics tell of their units.
        Builder(Map<String, String> namedUnits) {
            this.namedUnits = namedUnits;
        }

        void real(String section, String name, String unit, double value) {
            add(section, name, unit, Kind.REAL, Double.doubleToRawLongBits(value));
        }

        void count(String name, long value) {
            add("", name, "", Kind.COUNT, value);
        }

        void text(String section, String name, String text) {
            add(section, name, "", Kind.TEXT, texts.size());
            texts.add(text);
        }

        void none(String section, String name, String unit) {
            add(section, name, unit, Kind.NONE, 0);
        }

        private void copy(NcuMetrics from, int row) {
            if (from.value(row) instanceof NcuValue.Text(String text)) {
                text(from.section(row), from.name(row), text);
            } else {
                Kind kind = Kind.of(from.kinds[row]);
                add(from.section(row), from.name(row), from.unit(row), kind, from.bits[row]);
            }
        }

        NcuMetrics build() {
            return new NcuMetrics(this);
        }

        private void add(String section, String name, String unit, Kind kind, long value) {
            if (size == names.length) {
                grow();
            }
            sections[size] = section;
            names[size] = name;
            units[size] = unit;
            kinds[size] = kind.code;
            bits[size++] = value;
        }

        private void grow() {
            int length = size * 2;
            sections = Arrays.copyOf(sections, length);
            names = Arrays.copyOf(names, length);
            units = Arrays.copyOf(units, length);
            kinds = Arrays.copyOf(kinds, length);
            bits = Arrays.copyOf(bits, length);
        }
    }
}
