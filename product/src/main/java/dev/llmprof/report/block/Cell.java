package dev.llmprof.report.block;

import java.util.Locale;

/// One value in a table or on a card, still typed: each format prints it its own way, and a page
/// sorts by the number, not by its text.
public sealed interface Cell {

    record Text(String text) implements Cell {}

    /// The name of a kernel, operator or file: long, hostile, shown in a fixed pitch.
    record Name(String name) implements Cell {}

    record Quantity(double value, Unit unit) implements Cell {}

    /// Exactly so many decimals and no unit; the unit is in the column's title.
    record Decimal(double value, int decimals) implements Cell {}

    /// A part of a whole, drawn as a bar where the format can.
    record Share(double fraction) implements Cell {}

    /// Not measured, with the reason. Never printed as zero.
    record Absent(String reason) implements Cell {}

    static Cell text(String text) {
        return new Text(text);
    }

    static Cell name(String name) {
        return new Name(name);
    }

    static Cell nanos(long nanoseconds) {
        return nanos((double) nanoseconds);
    }

    static Cell nanos(double nanoseconds) {
        return new Quantity(nanoseconds, Unit.NANOSECONDS);
    }

    static Cell millis(long nanoseconds, int decimals) {
        return millis((double) nanoseconds, decimals);
    }

    static Cell millis(double nanoseconds, int decimals) {
        return new Decimal(nanoseconds / 1e6, decimals);
    }

    static Cell count(long count) {
        return new Quantity(count, Unit.COUNT);
    }

    static Cell number(double value, Unit unit) {
        return new Quantity(value, unit);
    }

    static Cell share(double fraction) {
        return Double.isFinite(fraction) ? new Share(fraction) : absent("nothing to share");
    }

    static Cell absent(String reason) {
        return new Absent(reason);
    }

    /// What a reader sees.
    default String shown() {
        return switch (this) {
            case Text(String text) -> text;
            case Name(String name) -> name;
            case Quantity(double value, Unit unit) -> Numbers.text(value, unit);
            case Decimal(double value, int decimals) -> Numbers.fixed(value, decimals);
            case Share(double fraction) -> String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
            case Absent(_) -> "–";
        };
    }

    /// What a program reads, in base units.
    default String plain() {
        return switch (this) {
            case Text(String text) -> text;
            case Name(String name) -> name;
            case Quantity(double value, _) -> Numbers.exact(value);
            case Decimal(double value, _) -> Numbers.exact(value);
            case Share(double fraction) -> Numbers.exact(fraction);
            case Absent(_) -> "";
        };
    }

    default boolean numeric() {
        return switch (this) {
            case Text(_), Name(_) -> false;
            case Quantity(_, _), Decimal(_, _), Share(_), Absent(_) -> true;
        };
    }
}
