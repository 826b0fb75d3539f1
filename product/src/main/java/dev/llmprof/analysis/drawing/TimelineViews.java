package dev.llmprof.analysis.drawing;

import dev.llmprof.analysis.drawing.TimelineTrack.Event;
import dev.llmprof.analysis.drawing.TimelineView.Line;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// Thins a capture out until it can be drawn.
public final class TimelineViews {
    private static final int LEVELS_OF_RANGES = 3;
    private static final int LEVELS_OF_OPERATORS = 6;
    private static final int MOST_TITLES = 24;

    private TimelineViews() {}

    /// Ranges, operators in each other and the GPUs' streams, at most about `limit` items.
    public static TimelineView of(Trace trace, int limit) {
        Map<Line, TimelineTrack> lanes = new LinkedHashMap<>();
        ranges(trace, lanes);
        operators(trace, lanes);
        streams(trace, lanes);
        return thinned(trace, lanes, limit);
    }

    private static void ranges(Trace trace, Map<Line, TimelineTrack> lines) {
        nested(trace, HostKind.RANGE, LEVELS_OF_RANGES, lines, _ -> "ranges");
    }

    private static void operators(Trace trace, Map<Line, TimelineTrack> lines) {
        HostTable host = trace.host();
        nested(
                trace,
                HostKind.OPERATOR,
                LEVELS_OF_OPERATORS,
                lines,
                row -> "operators " + host.thread().get(row).thread());
    }

    /// Each below the one around it, as deep as `levels`.
    private static void nested(
            Trace trace,
            HostKind kind,
            int levels,
            Map<Line, TimelineTrack> lines,
            IntFunction<String> title) {
        HostTable host = trace.host();
        Map<Integer, List<Long>> open = new HashMap<>();
        Map<Line, TimelineTrack> found =
                new TreeMap<>(Comparator.comparing(Line::title).thenComparingInt(Line::level));
        for (int row : outermostFirst(host, kind)) {
            long start = host.startNanos().get(row);
            List<Long> ends = open.computeIfAbsent(host.thread().code(row), _ -> new ArrayList<>());
            ends.removeIf(end -> end <= start);
            if (ends.size() < levels) {
                track(found, new Line(title.apply(row), ends.size()), trace, false).addRow(row);
            }
            ends.add(host.endNanos(row));
        }
        lines.putAll(found);
    }

    private static int[] outermostFirst(HostTable host, HostKind kind) {
        int[] rows = Rows.where(host.size(), row -> host.kindOf(row) == kind);
        return Rows.sorted(
                rows,
                (a, b) -> {
                    int byStart = Long.compare(host.startNanos().get(a), host.startNanos().get(b));
                    return byStart != 0
                            ? byStart
                            : Long.compare(host.endNanos(b), host.endNanos(a));
                });
    }

    private static TimelineTrack track(
            Map<Line, TimelineTrack> lines, Line line, Trace trace, boolean onGpu) {
        return lines.computeIfAbsent(line, _ -> new TimelineTrack(trace, onGpu));
    }

    public static String laneName(Lane lane) {
        return "GPU " + lane.device() + " stream " + lane.stream();
    }

    private static void streams(Trace trace, Map<Line, TimelineTrack> lanes) {
        GpuTable gpu = trace.gpu();
        int[] rows =
                Rows.sorted(
                        gpu.size(),
                        (a, b) -> Long.compare(gpu.startNanos().get(a), gpu.startNanos().get(b)));
        Map<Integer, TimelineTrack> byCode = new HashMap<>();
        for (int row : rows) {
            byCode.computeIfAbsent(
                            gpu.lane().code(row),
                            code -> {
                                String name = laneName(gpu.lane().values().get(code));
                                return track(lanes, new Line(name, 0), trace, true);
                            })
                    .addRow(row);
        }
    }

    private static TimelineView thinned(Trace trace, Map<Line, TimelineTrack> all, int limit) {
        List<Map.Entry<Line, TimelineTrack>> lanes = fullest(all);
        long first =
                all.values().stream().mapToLong(l -> l.getFirst().startNanos()).min().orElse(0);
        long last =
                lanes.stream()
                        .flatMap(l -> l.getValue().stream())
                        .mapToLong(Event::endNanos)
                        .max()
                        .orElse(first);
        long events = lanes.stream().mapToLong(l -> l.getValue().size()).sum();
        Window window = events <= limit ? new Window(first, last) : middle(lanes, limit / 3);
        long cell = events <= limit ? 0 : Math.max(1, (last - first) / 2048);
        while (cell > 0 && count(lanes, window, cell) > limit) {
            cell *= 2;
        }
        return new Drawing(trace, lanes, first, window, cell).view(events);
    }

    /// The titles with the most events, all lines of each, in the order they came.
    private static List<Map.Entry<Line, TimelineTrack>> fullest(Map<Line, TimelineTrack> all) {
        Map<String, Integer> sizes = new HashMap<>();
        all.forEach((line, track) -> sizes.merge(line.title(), track.size(), Integer::sum));
        Set<String> kept =
                sizes.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Integer>comparingByValue()
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .limit(MOST_TITLES)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        return all.entrySet().stream()
                .filter(line -> kept.contains(line.getKey().title()))
                .toList();
    }

    private record Window(long from, long to) {
        boolean holds(Event event) {
            return event.startNanos() >= from && event.startNanos() <= to;
        }
    }

    /// So many consecutive events in the middle of the lane with the most.
    private static Window middle(List<Map.Entry<Line, TimelineTrack>> lanes, int size) {
        TimelineTrack longest =
                lanes.stream()
                        .map(Map.Entry::getValue)
                        .max(Comparator.comparingInt(List::size))
                        .orElseThrow();
        int half = Math.min(size, longest.size()) / (2 * lanes.size());
        int centre = longest.size() / 2;
        return new Window(
                longest.get(centre - half).startNanos(),
                longest.get(Math.min(longest.size() - 1, centre + half)).startNanos());
    }

    private static long count(
            List<Map.Entry<Line, TimelineTrack>> lanes, Window window, long cell) {
        long count = 0;
        for (var lane : lanes) {
            count += groups(lane.getValue(), window, cell).size();
        }
        return count;
    }

    /// Neighbours that fit into one cell together; long events and those of the window alone.
    private static List<List<Event>> groups(TimelineTrack events, Window window, long cell) {
        List<List<Event>> groups = new ArrayList<>();
        long until = Long.MIN_VALUE;
        int from = 0;
        for (int at = 0; at < events.size(); at++) {
            Event event = events.get(at);
            boolean alone = window.holds(event) || event.durationNanos() >= cell;
            if (alone || event.endNanos() > until) {
                if (at > from) {
                    groups.add(events.subList(from, at));
                }
                from = at;
                until = alone ? Long.MIN_VALUE : event.startNanos() + cell;
            }
        }
        if (from < events.size()) {
            groups.add(events.subList(from, events.size()));
        }
        return groups;
    }

    /// Numbers names and lanes and makes the items.
    private record Drawing(
            Trace trace,
            List<Map.Entry<Line, TimelineTrack>> lanes,
            long first,
            Window window,
            long cell) {
        TimelineView view(long events) {
            List<String> ordered = namesByTime();
            Map<String, Integer> names = new HashMap<>();
            for (int i = 0; i < ordered.size(); i++) {
                names.put(ordered.get(i), i);
            }
            List<TimelineView.Item> items = new ArrayList<>();
            for (int lane = 0; lane < lanes.size(); lane++) {
                for (List<Event> group : groups(lanes.get(lane).getValue(), window, cell)) {
                    items.add(item(lane, group, names));
                }
            }
            return new TimelineView(
                    lanes.stream().map(Map.Entry::getKey).toList(),
                    ordered,
                    items,
                    first,
                    events,
                    cell,
                    window.from() - first,
                    window.to() - first);
        }

        private String name(Event event) {
            return event.onGpu()
                    ? trace.gpu().name().symbols().text(event.nameCode())
                    : trace.host().name().symbols().text(event.nameCode());
        }

        private List<String> namesByTime() {
            Map<String, Long> time = new HashMap<>();
            for (var lane : lanes) {
                for (List<Event> group : groups(lane.getValue(), window, cell)) {
                    time.merge(name(longest(group)), busy(group), Long::sum);
                }
            }
            return time.entrySet().stream()
                    .sorted(
                            Map.Entry.<String, Long>comparingByValue()
                                    .reversed()
                                    .thenComparing(Map.Entry.comparingByKey()))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private TimelineView.Item item(int lane, List<Event> group, Map<String, Integer> names) {
            long start = group.getFirst().startNanos();
            long end = group.stream().mapToLong(Event::endNanos).max().orElse(start);
            return new TimelineView.Item(
                    lane,
                    names.getOrDefault(name(longest(group)), 0),
                    start - first,
                    end - start,
                    busy(group),
                    group.size());
        }

        private static long busy(List<Event> group) {
            return group.stream().mapToLong(Event::durationNanos).sum();
        }

        /// The event whose name has the most time in the group.
        private static Event longest(List<Event> group) {
            if (group.size() == 1) {
                return group.getFirst();
            }
            Map<Integer, Long> time = new HashMap<>();
            group.forEach(e -> time.merge(e.nameCode(), e.durationNanos(), Long::sum));
            return group.stream()
                    .max(
                            Comparator.comparingLong(
                                            (Event e) -> time.getOrDefault(e.nameCode(), 0L))
                                    .thenComparingInt(e -> -e.nameCode()))
                    .orElseThrow();
        }
    }
}
