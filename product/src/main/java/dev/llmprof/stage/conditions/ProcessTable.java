package dev.llmprof.stage.conditions;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The processes of this machine at one moment, with the CPU time each has taken.
record ProcessTable(Map<Integer, Row> rows) {
    /// The kernel counts in hundredths of a second, whatever its own clock does.
    static final double TICKS_PER_SECOND = 100;

    /// `ticks` are its own and those of children it has waited for; `began` tells it from a later
    /// one with its number.
    record Row(int pid, int parent, String name, String began, long ownTicks, long ticks) {}

    /// What one process took between two looks.
    record Taken(Row row, long ticks) {}

    static ProcessTable of(ProcFiles files) {
        Map<Integer, Row> rows = new HashMap<>();
        for (Path process : files.processes()) {
            row(files.text(process.resolve("stat"))).ifPresent(row -> rows.put(row.pid(), row));
        }
        return new ProcessTable(rows);
    }

    /// A name may hold blanks and brackets: it ends at the last one.
    private static Optional<Row> row(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 1 || close < open) {
            return Optional.empty();
        }
        String[] rest = line.substring(close + 1).strip().split(" ", -1);
        if (rest.length < 20) {
            return Optional.empty();
        }
        long own = Long.parseLong(rest[11]) + Long.parseLong(rest[12]);
        long children = Long.parseLong(rest[13]) + Long.parseLong(rest[14]);
        return Optional.of(
                new Row(
                        Integer.parseInt(line.substring(0, open).strip()),
                        Integer.parseInt(rest[1]),
                        line.substring(open + 1, close),
                        rest[19],
                        own,
                        own + children));
    }

    /// A process and all that descend from it. What such a one left without parents is ours too.
    Set<Integer> tree(int root) {
        Map<Integer, List<Integer>> children = new HashMap<>();
        rows.values()
                .forEach(row ->
                        children.computeIfAbsent(row.parent(), _ -> new ArrayList<>())
                                .add(row.pid()));
        Set<Integer> tree = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            int pid = open.pop();
            if (tree.add(pid)) {
                open.addAll(children.getOrDefault(pid, List.of()));
            }
        }
        return tree;
    }

    long ticks(Set<Integer> some) {
        return rows.values().stream()
                .filter(row -> some.contains(row.pid()))
                .mapToLong(Row::ticks)
                .sum();
    }

    /// Who took the most by itself since the earlier look, besides those.
    Optional<Taken> busiest(ProcessTable earlier, Set<Integer> besides) {
        return rows.values().stream()
                .filter(row -> !besides.contains(row.pid()))
                .map(row -> new Taken(row, row.ownTicks() - earlier.ownTicks(row)))
                .filter(taken -> taken.ticks() > 0)
                .max((a, b) -> Long.compare(a.ticks(), b.ticks()));
    }

    /// Nothing of one that began after it.
    private long ownTicks(Row later) {
        return Optional.ofNullable(rows.get(later.pid()))
                .filter(row -> row.began().equals(later.began()))
                .map(Row::ownTicks)
                .orElse(0L);
    }
}
