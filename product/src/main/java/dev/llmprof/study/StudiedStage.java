package dev.llmprof.study;

import java.util.List;
import java.util.Set;

/// What a study knows of a stage that a run may have had.
///
/// `captures` are the kinds of its artifacts that are captures, with a timeline where `records`
/// says so. `clock` is whose clock its requests went by. `results` are kinds that nobody wants to
/// read where it is off, whichever stage wrote them.
public record StudiedStage(
        String name,
        Set<String> captures,
        boolean records,
        RequestClock clock,
        Set<String> results) {

    public StudiedStage {
        captures = Set.copyOf(captures);
        results = Set.copyOf(results);
    }

    /// One that leaves nothing to study.
    public static StudiedStage of(String name) {
        return new StudiedStage(name, Set.of(), false, RequestClock.NONE, Set.of());
    }

    /// One that this program does not have leaves nothing to study either.
    static StudiedStage named(String name, List<StudiedStage> all) {
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseGet(() -> of(name));
    }

    public StudiedStage withCaptures(Set<String> kinds, boolean timeline) {
        return new StudiedStage(name, kinds, timeline, clock, results);
    }

    public StudiedStage withClock(RequestClock of) {
        return new StudiedStage(name, captures, records, of, results);
    }

    public StudiedStage withResults(Set<String> kinds) {
        return new StudiedStage(name, captures, records, clock, kinds);
    }
}
