package dev.llmprof.trace.nsys;

import dev.llmprof.table.Symbols;
import dev.llmprof.trace.AllocationTable;
import dev.llmprof.trace.CollectiveTable;
import dev.llmprof.trace.FrameTable;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuRangeTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.LaunchShape;
import dev.llmprof.trace.Reading;
import dev.llmprof.trace.SumLimit;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.csv.CsvNumber;
import dev.llmprof.trace.csv.CsvRows;
import dev.llmprof.trace.ncu.NcuCsvColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// Reads the event tables of `nsys stats`: GPU operations (`cuda_gpu_trace`), calls
/// (`cuda_api_trace`) and push/pop ranges (`nvtx_pushpop_trace`), under their old and new names. A
/// row without a start or a duration is counted as broken.
public final class NsysTraceCsv {
    private final List<String> titles;
    private final double nanos;
    private final Symbols.Builder symbols = new Symbols.Builder();
    private final GpuTable.Builder gpu = new GpuTable.Builder(symbols);
    private final HostTable.Builder host = new HostTable.Builder(symbols);
    private final int noText = symbols.intern("");
    private final SumLimit limit = SumLimit.ofNanos();
    private final SumLimit byteLimit = SumLimit.ofBytes();
    private long broken;

    private NsysTraceCsv(List<String> titles) {
        this.titles = titles.stream().map(title -> title.strip().toLowerCase(Locale.ROOT)).toList();
        this.nanos = NsysSummaryColumns.nanosOf(this.titles.get(column("start")));
    }

    /// Whether these are the titles of an event table.
    public static boolean isHeader(List<String> row) {
        List<String> titles =
                row.stream().map(title -> title.strip().toLowerCase(Locale.ROOT)).toList();
        return titles.stream().anyMatch(title -> title.startsWith("start ("))
                && titles.stream().anyMatch(title -> title.startsWith("duration ("))
                && titles.contains("name");
    }

    /// Nothing when the file has no event table.
    public static Optional<Trace> read(Path file) throws IOException {
        try (var csv = CsvRows.open(file)) {
            for (var row = csv.next(); row.isPresent(); row = csv.next()) {
                if (isHeader(row.get())) {
                    return Optional.of(new NsysTraceCsv(row.get()).read(csv, file));
                }
            }
        }
        return Optional.empty();
    }

    private Trace read(CsvRows csv, Path file) throws IOException {
        for (var row = csv.next(); row.isPresent(); row = csv.next()) {
            take(row.get());
        }
        Symbols texts = symbols.build();
        return new Trace(
                file.toString(),
                "nsys",
                gpu.build(texts),
                host.build(texts),
                FrameTable.NONE,
                GpuRangeTable.NONE,
                AllocationTable.NONE,
                CollectiveTable.none(),
                List.of(),
                Optional.empty(),
                new TreeMap<>(),
                reading(csv, file));
    }

    private Reading reading(CsvRows csv, Path file) throws IOException {
        var counts = new TreeMap<String, Long>();
        counts.put("gpu", (long) gpu.size());
        counts.put("host", (long) host.size());
        return new Reading(
                Files.size(file),
                (long) gpu.size() + host.size(),
                new TreeMap<>(),
                counts,
                0,
                0,
                broken,
                !csv.isCut(),
                new TreeMap<>(),
                remarks(csv.isCut(), file));
    }

    private List<String> remarks(boolean cut, Path file) {
        List<String> remarks = new ArrayList<>();
        if (broken > 0) {
            remarks.add(broken + " rows have no start or no duration and were left out");
        }
        if (limit.beyond() > 0) {
            remarks.add(SumLimit.endless(limit.beyond()));
        }
        if (byteLimit.beyond() > 0) {
            remarks.add(SumLimit.endlessBytes(byteLimit.beyond()));
        }
        if (symbols.others() > 0) {
            remarks.add(Symbols.remark(symbols.others()));
        }
        if (cut) {
            remarks.add(CsvRows.cutOff(file.toString()).what());
        }
        return remarks;
    }

    private void take(List<String> row) {
        OptionalDouble start = CsvNumber.parse(cell(row, "start"));
        OptionalDouble duration = CsvNumber.parse(cell(row, "duration"));
        long from = Math.round(start.orElse(Double.POSITIVE_INFINITY) * nanos);
        if (!SumLimit.isTime(from) || duration.isEmpty()) {
            broken++;
            return;
        }
        long length = limit.within(Math.max(0, Math.round(duration.getAsDouble() * nanos)));
        if (column("strm") >= 0) {
            operation(row, from, length);
        } else {
            call(row, from, length);
        }
    }

    private void operation(List<String> row, long from, long length) {
        String name = cell(row, "name");
        GpuKind kind =
                name.startsWith("[CUDA memcpy")
                        ? GpuKind.COPY
                        : name.startsWith("[CUDA memset") ? GpuKind.SET : GpuKind.KERNEL;
        var lane = new Lane("", device(cell(row, "device")), cell(row, "ctx"), cell(row, "strm"));
        gpu.event(kind, from, length, symbols.intern(name), gpu.laneCode(lane));
        gpu.ids(whole(row, "corrid", GpuTable.NONE), GpuTable.NONE, GpuTable.NONE, GpuTable.NONE);
        long moved = Math.round(CsvNumber.parse(cell(row, "bytes")).orElse(0) * 1e6);
        gpu.facts(byteLimit.within(moved), gpu.shapeCode(shape(row)));
    }

    /// `Tesla V100-SXM2-32GB (0)` is device 0.
    private static String device(String cell) {
        int open = cell.lastIndexOf('(');
        return open >= 0 && cell.endsWith(")") ? cell.substring(open + 1, cell.length() - 1) : cell;
    }

    private LaunchShape shape(List<String> row) {
        return new LaunchShape(
                (int) whole(row, "grdx", 0),
                (int) whole(row, "grdy", 0),
                (int) whole(row, "grdz", 0),
                (int) whole(row, "blkx", 0),
                (int) whole(row, "blky", 0),
                (int) whole(row, "blkz", 0),
                (int) whole(row, "reg/trd", 0),
                0,
                0);
    }

    private void call(List<String> row, long from, long length) {
        boolean range = column("rangeid") >= 0;
        String name = cell(row, "name");
        boolean driver = name.startsWith("cu") && !name.startsWith("cuda");
        HostKind call = driver ? HostKind.DRIVER_CALL : HostKind.RUNTIME_CALL;
        int thread = host.threadCode(new HostThread(cell(row, "pid"), cell(row, "tid")));
        host.event(range ? HostKind.RANGE : call, from, length, symbols.intern(name), thread);
        host.ids(
                range ? HostTable.NONE : whole(row, "corrid", HostTable.NONE),
                range ? whole(row, "rangeid", HostTable.NONE) : HostTable.NONE);
        host.texts(noText, noText, noText, noText);
    }

    private long whole(List<String> row, String title, long absent) {
        OptionalDouble value = CsvNumber.parse(cell(row, title));
        return value.isPresent() ? Math.round(value.getAsDouble()) : absent;
    }

    private String cell(List<String> row, String title) {
        int place = column(title);
        return place < 0 ? "" : NcuCsvColumns.cell(row, place);
    }

    /// The column of that title, whatever unit stands in brackets behind it.
    private int column(String title) {
        for (int place = 0; place < titles.size(); place++) {
            String one = titles.get(place);
            if (one.equals(title) || one.startsWith(title + " (")) {
                return place;
            }
        }
        return -1;
    }
}
