package dev.llmprof.config.python;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.Locale;

/// Times formatted by Python's `strftime` codes, in English.
public final class Strftime {

    private Strftime() {}

    public static String format(String pattern, ZonedDateTime time) {
        var text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%' || i + 1 == pattern.length()) {
                text.append(c);
            } else {
                i++;
                text.append(code(pattern.charAt(i), time));
            }
        }
        return text.toString();
    }

    private static String code(char code, ZonedDateTime t) {
        return switch (code) {
            case 'Y' -> String.valueOf(t.getYear());
            case 'y' -> two(t.getYear() % 100);
            case 'm' -> two(t.getMonthValue());
            case 'd' -> two(t.getDayOfMonth());
            case 'e' -> String.format(Locale.ROOT, "%2d", t.getDayOfMonth());
            case 'H' -> two(t.getHour());
            case 'I' -> two((t.getHour() + 11) % 12 + 1);
            case 'M' -> two(t.getMinute());
            case 'S' -> two(t.getSecond());
            case 'f' -> String.format(Locale.ROOT, "%06d", t.getNano() / 1000);
            case 'j' -> String.format(Locale.ROOT, "%03d", t.getDayOfYear());
            case 'p' -> t.getHour() < 12 ? "AM" : "PM";
            case 'a' -> t.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'A' -> t.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b', 'h' -> t.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'B' -> t.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'w' -> String.valueOf(t.getDayOfWeek().getValue() % 7);
            case 'u' -> String.valueOf(t.getDayOfWeek().getValue());
            case 'U' -> two((t.getDayOfYear() + 6 - t.getDayOfWeek().getValue() % 7) / 7);
            case 'W' -> two((t.getDayOfYear() + 7 - t.getDayOfWeek().getValue()) / 7);
            case 'V' -> two(t.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case 'G' -> String.valueOf(t.get(IsoFields.WEEK_BASED_YEAR));
            case 's' -> String.valueOf(t.toEpochSecond());
            case 'F' -> format("%Y-%m-%d", t);
            case 'T', 'X' -> format("%H:%M:%S", t);
            case 'R' -> format("%H:%M", t);
            case 'D', 'x' -> format("%m/%d/%y", t);
            case 'c' -> format("%a %b %e %H:%M:%S %Y", t);
            default -> zoneOrLiteral(code, t);
        };
    }

    private static String zoneOrLiteral(char code, ZonedDateTime t) {
        return switch (code) {
            case 'z' -> DateTimeFormatter.ofPattern("xx", Locale.ROOT).format(t);
            case 'Z' -> DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH).format(t);
            case 'n' -> "\n";
            case 't' -> "\t";
            case '%' -> "%";
            default -> "%" + code;
        };
    }

    private static String two(int number) {
        return number < 10 ? "0" + number : String.valueOf(number);
    }
}
