package dev.llmprof.testing.nsight;

import java.util.List;
import java.util.Locale;

/// A number and its unit as ncu prints them: brought near one by a prefix, in the words of 2022 or
/// of 2025.
record NcuAmount(double number, String unit) {
    private static final List<String> BYTES = List.of("", "K", "M", "G", "T");

    /// With the prefix that suits `example`, which is the number itself or one of its column.
    static NcuAmount scaled(double number, String unit, double example, boolean later) {
        if (unit.equals("nsecond")) {
            int power = thousands(example, 3);
            String word = List.of("nsecond", "usecond", "msecond", "second").get(power);
            return new NcuAmount(
                    number / Math.pow(1e3, power),
                    later ? List.of("ns", "us", "ms", "s").get(power) : word);
        }
        if (unit.equals("cycle/second")) {
            int power = thousands(example, 3);
            return new NcuAmount(
                    number / Math.pow(1e3, power),
                    later
                            ? List.of("hz", "Khz", "Mhz", "Ghz").get(power)
                            : "cycle/" + List.of("", "m", "u", "n").get(power) + "second");
        }
        if (unit.startsWith("byte") && !unit.equals("byte/cycle")) {
            int power = thousands(example, 4);
            String rest = unit.substring("byte".length());
            return new NcuAmount(
                    number / Math.pow(1e3, power),
                    BYTES.get(power) + "byte" + (later ? rest.replace("/second", "/s") : rest));
        }
        return new NcuAmount(number, unit);
    }

    private static int thousands(double number, int most) {
        int power = 0;
        for (double rest = Math.abs(number); rest >= 1e3 && power < most; rest /= 1e3) {
            power++;
        }
        return power;
    }

    /// Two decimals, none where the number is whole.
    String text(boolean separated) {
        boolean whole = number == Math.rint(number);
        String pattern = (separated ? "%," : "%") + (whole ? ".0f" : ".2f");
        return String.format(Locale.ROOT, pattern, number);
    }
}
