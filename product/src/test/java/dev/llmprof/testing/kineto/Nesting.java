package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.HostEvent.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Who is within whom in a recording, as the program said it.
record Nesting(Recording recording) {

    /// What innermost range of the host stands around the launches of a stream's events.
    record Innermost(int range, Lane lane) {}

    /// This one and all around it, the nearest first.
    List<Integer> outwards(int at) {
        List<Integer> path = new ArrayList<>();
        for (int next = at; next != HostEvent.NONE; next = recording.host().get(next).parent()) {
            path.add(next);
        }
        return path;
    }

    List<Integer> of(Kind kind) {
        return IntStream.range(0, recording.host().size())
                .filter(at -> recording.host().get(at).kind() == kind)
                .boxed()
                .toList();
    }

    /// Operators, ranges and calls; Python's frames are a tree of their own.
    List<Integer> nodes() {
        return IntStream.range(0, recording.host().size())
                .filter(at -> recording.host().get(at).kind() != Kind.FRAME)
                .boxed()
                .toList();
    }

    List<Integer> children(int at) {
        return nodes().stream().filter(node -> recording.host().get(node).parent() == at).toList();
    }

    long nanos(int at) {
        return recording.host().get(at).nanos();
    }

    long selfNanos(int at) {
        return nanos(at) - children(at).stream().mapToLong(this::nanos).sum();
    }

    /// What was launched within it.
    List<GpuEvent> launched(int at) {
        return recording.gpu().stream()
                .filter(event -> outwards(event.call()).contains(at))
                .toList();
    }

    /// The events that the profiler shows as one range on a stream.
    Map<Innermost, List<GpuEvent>> byInnermostRange() {
        Map<Innermost, List<GpuEvent>> events = new LinkedHashMap<>();
        for (GpuEvent event : recording.gpu()) {
            outwards(event.call()).stream()
                    .filter(at -> recording.host().get(at).kind() == Kind.RANGE)
                    .findFirst()
                    .map(range -> new Innermost(range, event.work().lane()))
                    .ifPresent(place ->
                            events.computeIfAbsent(place, _ -> new ArrayList<>()).add(event));
        }
        return events;
    }
}
