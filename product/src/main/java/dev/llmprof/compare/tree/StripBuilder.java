package dev.llmprof.compare.tree;

import dev.llmprof.analysis.phase.StepPlaces;
import dev.llmprof.compare.tree.TimeStrip.Parts;
import dev.llmprof.compare.tree.TimeStrip.Steps;
import dev.llmprof.compare.tree.TimeStrip.Units;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/// Takes units and their parts in any order and puts them into that of the launches.
final class StripBuilder {
    private final Map<WorkPlace, Integer> places = new HashMap<>();
    private final List<WorkPlace> placeList = new ArrayList<>();
    private final Map<String, Integer> words = new HashMap<>();
    private final List<String> wordList = new ArrayList<>();
    private final List<Unit> units = new ArrayList<>();
    private int[] categories = new int[64];
    private final IntColumn.Builder partUnit = new IntColumn.Builder();
    private final IntColumn.Builder partName = new IntColumn.Builder();
    private final IntColumn.Builder partIdle = new IntColumn.Builder();
    private final LongColumn.Builder partOwned = new LongColumn.Builder();
    private final LongColumn.Builder partHidden = new LongColumn.Builder();

    /// What a unit is, before it has parts; the texts are codes.
    record Unit(
            int place,
            int step,
            long launchedNanos,
            int operator,
            int label,
            int shape,
            long elements) {}

    int place(WorkPlace place) {
        return places.computeIfAbsent(
                place,
                fresh -> {
                    placeList.add(fresh);
                    return placeList.size() - 1;
                });
    }

    int word(String word) {
        return words.computeIfAbsent(
                word,
                fresh -> {
                    wordList.add(fresh);
                    return wordList.size() - 1;
                });
    }

    int unit(Unit unit) {
        if (units.size() == categories.length) {
            categories = Arrays.copyOf(categories, 2 * categories.length);
        }
        categories[units.size()] = TimeStrip.NONE;
        units.add(unit);
        return units.size() - 1;
    }

    /// What most of its time is for.
    void category(int unit, int category) {
        categories[unit] = category;
    }

    void work(int unit, int name, long ownedNanos, long hiddenNanos) {
        part(unit, name, 0, ownedNanos, hiddenNanos);
    }

    void idle(int unit, int name, long nanos) {
        part(unit, name, 1, nanos, 0);
    }

    private void part(int unit, int name, int idle, long owned, long hidden) {
        partUnit.add(unit);
        partName.add(name);
        partIdle.add(idle);
        partOwned.add(owned);
        partHidden.add(hidden);
    }

    TimeStrip build(StepPlaces steps, long spanNanos) {
        int[] order =
                Rows.sorted(
                        units.size(),
                        (left, right) ->
                                Long.compare(
                                        units.get(left).launchedNanos(),
                                        units.get(right).launchedNanos()));
        int[] rank = new int[order.length];
        for (int at = 0; at < order.length; at++) {
            rank[order[at]] = at;
        }
        IntColumn unit = partUnit.build();
        IntColumn idle = partIdle.build();
        int[] parts =
                Rows.sorted(
                        unit.size(),
                        (left, right) -> {
                            int byUnit =
                                    Integer.compare(rank[unit.get(left)], rank[unit.get(right)]);
                            return byUnit != 0
                                    ? byUnit
                                    : Integer.compare(idle.get(left), idle.get(right));
                        });
        return new TimeStrip(
                units(order, firsts(unit, parts, rank)),
                new Parts(
                        picked(partName.build(), parts),
                        picked(idle, parts),
                        picked(partOwned.build(), parts),
                        picked(partHidden.build(), parts)),
                new Steps(
                        IntStream.range(0, steps.size()).mapToObj(steps::kind).toList(),
                        IntStream.range(0, steps.size()).mapToObj(steps::name).toList()),
                placeList,
                spanNanos);
    }

    private Units units(int[] order, IntColumn firstPart) {
        return new Units(
                column(order, Unit::place),
                column(order, Unit::step),
                column(order, Unit::operator),
                column(order, Unit::label),
                column(order, Unit::shape),
                IntColumn.of(IntStream.of(order).map(at -> categories[at]).toArray()),
                LongColumn.of(
                        IntStream.of(order).mapToLong(at -> units.get(at).elements()).toArray()),
                firstPart,
                wordList);
    }

    private IntColumn column(int[] order, ToIntFunction<Unit> field) {
        var column = new IntColumn.Builder();
        for (int at : order) {
            column.add(field.applyAsInt(units.get(at)));
        }
        return column.build();
    }

    private static IntColumn firsts(IntColumn unit, int[] parts, int[] rank) {
        var first = new IntColumn.Builder();
        int at = 0;
        for (int number = 0; number <= rank.length; number++) {
            while (at < parts.length && rank[unit.get(parts[at])] < number) {
                at++;
            }
            first.add(at);
        }
        return first.build();
    }

    private static IntColumn picked(IntColumn column, int[] rows) {
        var picked = new IntColumn.Builder();
        for (int row : rows) {
            picked.add(column.get(row));
        }
        return picked.build();
    }

    private static LongColumn picked(LongColumn column, int[] rows) {
        var picked = new LongColumn.Builder();
        for (int row : rows) {
            picked.add(column.get(row));
        }
        return picked.build();
    }
}
