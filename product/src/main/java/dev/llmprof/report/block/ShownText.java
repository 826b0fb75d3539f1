package dev.llmprof.report.block;

/// Text as a report shows it: counted things, long names in narrow places.
public final class ShownText {

    private ShownText() {}

    /// `1 launch`, `1,465 launches`.
    public static String counted(long count, String one, String many) {
        return Cell.count(count).shown() + " " + (count == 1 ? one : many);
    }

    public static String shortened(String name, int characters) {
        if (name.codePointCount(0, name.length()) <= characters) {
            return name;
        }
        return name.substring(0, name.offsetByCodePoints(0, characters - 1)) + "…";
    }
}
