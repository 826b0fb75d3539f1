package dev.llmprof.report.block;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// A piece of a report before it has a format. All text is plain and untrusted: each format escapes
/// it.
public sealed interface Block {

    record Heading(String text) implements Block {}

    record Paragraph(String text) implements Block {}

    /// Something the reader must not miss.
    record Note(Tone tone, String text) implements Block {}

    record Bullets(List<String> items) implements Block {
        public Bullets {
            items = List.copyOf(items);
        }
    }

    /// Lines to copy into a shell.
    record Commands(List<String> lines) implements Block {
        public Commands {
            lines = List.copyOf(lines);
        }
    }

    record Links(List<Link> links) implements Block {
        public Links {
            links = List.copyOf(links);
        }
    }

    /// What was found, the most important first, each with where it is shown and what to do.
    record Leads(List<Lead> leads) implements Block {
        public Leads {
            leads = List.copyOf(leads);
        }
    }

    record Cards(List<Card> cards) implements Block {
        public Cards {
            cards = List.copyOf(cards);
        }
    }

    /// A table; `rowsLeftOut` counts rows that are only in the CSV, and `table` is the name of that
    /// file without its ending, empty where there is none.
    record Grid(
            String caption,
            List<Column> columns,
            List<List<Cell>> rows,
            long rowsLeftOut,
            String table)
            implements Block {
        public Grid {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
            int width = columns.size();
            if (rows.stream().anyMatch(row -> row.size() != width)) {
                throw new IllegalArgumentException("a row of '" + caption + "' has a wrong width");
            }
        }

        public Grid(String caption, List<Column> columns, List<List<Cell>> rows) {
            this(caption, columns, rows, 0);
        }

        public Grid(String caption, List<Column> columns, List<List<Cell>> rows, long rowsLeftOut) {
            this(caption, columns, rows, rowsLeftOut, "");
        }

        /// With the name of the table that has all its rows, and more columns.
        public Grid from(String name) {
            return new Grid(caption, columns, rows, rowsLeftOut, name);
        }

        /// Without the columns that no row has a value of.
        public Grid filled() {
            int[] shown =
                    IntStream.range(0, columns.size())
                            .filter(at -> rows.isEmpty() || !rows.stream().allMatch(absent(at)))
                            .toArray();
            return new Grid(
                    caption,
                    Arrays.stream(shown).mapToObj(columns::get).toList(),
                    rows.stream()
                            .map(row -> Arrays.stream(shown).mapToObj(row::get).toList())
                            .toList(),
                    rowsLeftOut,
                    table);
        }

        private static Predicate<List<Cell>> absent(int column) {
            return row ->
                    row.get(column) instanceof Cell.Absent
                            || (row.get(column) instanceof Cell.Text(String text)
                                    && text.isEmpty());
        }
    }

    /// A chart with words for those who cannot see it.
    record Figure(String title, String description, Chart chart) implements Block {}

    /// What two sides have below each other, parents before children: a tree with a bar for each
    /// difference.
    record Changes(String caption, List<ChangeRow> rows) implements Block {
        public Changes {
            rows = List.copyOf(rows);
        }
    }

    /// Differences with the interval each may lie in, beside the margin that counts.
    record Intervals(String caption, double margin, List<IntervalRow> rows) implements Block {
        public Intervals {
            rows = List.copyOf(rows);
        }
    }

    record Column(String title, Kind kind, String meaning) {
        public static Column words(String title) {
            return new Column(title, Kind.WORDS, "");
        }

        public static Column number(String title) {
            return new Column(title, Kind.NUMBER, "");
        }

        public Column meaning(String text) {
            return new Column(title, kind, text);
        }
    }

    /// Which way a column is aligned and first sorted.
    enum Kind {
        WORDS,
        NUMBER
    }

    record Card(String label, Cell value, String note) {
        /// What was not measured says why instead.
        public String hint() {
            return value instanceof Cell.Absent(String reason) ? reason : note;
        }
    }

    /// Something to act on. `section` is the id of the one that shows the evidence.
    record Lead(
            String weight,
            String saving,
            String finding,
            String evidence,
            String step,
            String section) {

        /// Leads to the timeline where its own section is not among those, and nowhere without it.
        public Lead within(Set<String> sections) {
            String shown =
                    sections.contains(section)
                            ? section
                            : sections.contains("timeline") ? "timeline" : "";
            return new Lead(weight, saving, finding, evidence, step, shown);
        }
    }

    /// A path beside the report: a file named `javascript:…` stays a file.
    record Link(String label, String target) {
        public String relative() {
            return target.indexOf(':') >= 0 ? "./" + target.replace(":", "%3A") : target;
        }
    }

    enum Tone {
        INFO,
        GOOD,
        WARNING,
        MISSING
    }
}
