package dev.llmprof.study.perfetto;

import java.util.ArrayList;
import java.util.List;

/// A track with as many rows below it as its overlapping slices need.
final class TrackRows {
    private final Tracks tracks;
    private final int process;
    private final String name;
    private final boolean apart;
    private final SliceRows rows = new SliceRows();
    private final List<Track> made = new ArrayList<>();

    TrackRows(Tracks tracks, int process, String name, boolean apart) {
        this.tracks = tracks;
        this.process = process;
        this.name = name;
        this.apart = apart;
    }

    /// Slices come by their start, the longer first.
    Track at(long start, long duration) {
        int row = rows.of(start, start + duration, apart);
        if (row == made.size()) {
            made.add(tracks.thread(process, row == 0 ? name : name + " (" + (row + 1) + ")"));
        }
        return made.get(row);
    }
}
