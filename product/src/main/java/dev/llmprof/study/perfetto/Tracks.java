package dev.llmprof.study.perfetto;

import java.util.ArrayList;
import java.util.List;

/// Numbers processes and threads, each once in the whole file, and keeps their names and their
/// order.
final class Tracks {
    private final List<String> names = new ArrayList<>();
    private int processes;
    private int threads;

    /// Shown in the order in which they are asked for.
    int process(String name) {
        int process = ++processes;
        names.add(named("process_name", new Track(process, 0), name));
        names.add(sorted("process_sort_index", new Track(process, 0), process));
        return process;
    }

    Track thread(int process, String name) {
        var track = new Track(process, ++threads);
        names.add(named("thread_name", track, name));
        names.add(sorted("thread_sort_index", track, track.thread()));
        return track;
    }

    TrackRows rows(int process, String name) {
        return new TrackRows(this, process, name, false);
    }

    /// For slices that are no parts of each other: kernels of a stream, requests.
    TrackRows rowsApart(int process, String name) {
        return new TrackRows(this, process, name, true);
    }

    /// Whole events, without a time.
    List<String> names() {
        return List.copyOf(names);
    }

    private static String named(String what, Track track, String name) {
        return new EventText("M", track).name(what).with("name", name).done();
    }

    private static String sorted(String what, Track track, int place) {
        return new EventText("M", track).name(what).with("sort_index", place).done();
    }
}
