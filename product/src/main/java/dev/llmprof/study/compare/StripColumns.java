package dev.llmprof.study.compare;

import dev.llmprof.compare.tree.TimeStrip;
import dev.llmprof.compare.tree.WorkPlace;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A time strip as named columns of texts and of numbers, for a file and back.
record StripColumns(Map<String, List<String>> texts, Map<String, LongColumn> numbers) {
    private static final String SPAN = "span_ns";

    static StripColumns of(TimeStrip strip) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        texts.put("words", strip.units().words());
        texts.put("place_phase", strip.places().stream().map(WorkPlace::phase).toList());
        texts.put("place_step_kind", strip.places().stream().map(WorkPlace::stepKind).toList());
        texts.put("place_module", strip.places().stream().map(WorkPlace::module).toList());
        texts.put("step_kind", strip.steps().kind());
        texts.put("step_name", strip.steps().name());
        Map<String, LongColumn> numbers = new LinkedHashMap<>();
        numbers.put(SPAN, LongColumn.of(strip.spanNanos()));
        TimeStrip.Units units = strip.units();
        numbers.put("unit_place", longs(units.place()));
        numbers.put("unit_step", longs(units.step()));
        numbers.put("unit_operator", longs(units.operator()));
        numbers.put("unit_label", longs(units.label()));
        numbers.put("unit_shape", longs(units.shape()));
        numbers.put("unit_category", longs(units.category()));
        numbers.put("unit_elements", units.elements());
        numbers.put("unit_first_part", longs(units.firstPart()));
        TimeStrip.Parts parts = strip.parts();
        numbers.put("part_name", longs(parts.name()));
        numbers.put("part_idle", longs(parts.idle()));
        numbers.put("part_owned_ns", parts.ownedNanos());
        numbers.put("part_hidden_ns", parts.hiddenNanos());
        return new StripColumns(texts, numbers);
    }

    /// What is absent or contradicts itself is an [IllegalArgumentException].
    TimeStrip strip() {
        List<String> words = words("words");
        List<String> stepNames = words("step_name");
        List<WorkPlace> places = places();
        int units = numbers("unit_place").size();
        int parts = numbers("part_name").size();
        var strip =
                new TimeStrip(
                        new TimeStrip.Units(
                                codes("unit_place", units, 0, places.size()),
                                codes("unit_step", units, -1, stepNames.size()),
                                codes("unit_operator", units, -1, words.size()),
                                codes("unit_label", units, 0, words.size()),
                                codes("unit_shape", units, 0, words.size()),
                                codes("unit_category", units, -1, words.size()),
                                sized("unit_elements", units),
                                firstParts(units, parts),
                                words),
                        new TimeStrip.Parts(
                                codes("part_name", parts, 0, words.size()),
                                codes("part_idle", parts, 0, 2),
                                sized("part_owned_ns", parts),
                                sized("part_hidden_ns", parts)),
                        new TimeStrip.Steps(sized("step_kind", stepNames), stepNames),
                        places,
                        sized(SPAN, 1).get(0));
        check(
                strip.parts().ownedNanos().sum() == strip.spanNanos(),
                "its parts do not add up to its span");
        return strip;
    }

    private List<WorkPlace> places() {
        List<String> phases = words("place_phase");
        List<String> kinds = sized("place_step_kind", phases);
        List<String> modules = sized("place_module", phases);
        return IntStream.range(0, phases.size())
                .mapToObj(at -> new WorkPlace(phases.get(at), kinds.get(at), modules.get(at)))
                .toList();
    }

    /// One more than there are units, from the first part to the end of the last.
    private IntColumn firstParts(int units, int parts) {
        IntColumn first = codes("unit_first_part", units + 1, 0, parts + 1);
        for (int unit = 0; unit < units; unit++) {
            check(first.get(unit) <= first.get(unit + 1), "unit_first_part goes back");
        }
        check(first.get(0) == 0 && first.get(units) == parts, "parts without a unit");
        return first;
    }

    private IntColumn codes(String name, int size, int least, int end) {
        LongColumn column = sized(name, size);
        var codes = new IntColumn.Builder();
        for (int row = 0; row < size; row++) {
            long code = column.get(row);
            check(code >= least && code < end, name + " leads nowhere");
            codes.add((int) code);
        }
        return codes.build();
    }

    private LongColumn sized(String name, int size) {
        LongColumn column = numbers(name);
        check(column.size() == size, name + " has " + column.size() + " rows, not " + size);
        return column;
    }

    private List<String> sized(String name, List<String> beside) {
        List<String> column = words(name);
        check(column.size() == beside.size(), name + " has another length than its neighbours");
        return column;
    }

    private LongColumn numbers(String name) {
        check(numbers.containsKey(name), "no column " + name);
        return numbers.getOrDefault(name, LongColumn.of());
    }

    private List<String> words(String name) {
        check(texts.containsKey(name), "no column " + name);
        return texts.getOrDefault(name, List.of());
    }

    private static LongColumn longs(IntColumn column) {
        var longs = new LongColumn.Builder();
        for (int row = 0; row < column.size(); row++) {
            longs.add(column.get(row));
        }
        return longs.build();
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
