package dev.llmprof.trace.ncu;

import dev.llmprof.trace.ncu.NcuRule.Focus;
import dev.llmprof.trace.ncu.NcuRule.Kind;
import dev.llmprof.trace.ncu.NcuRule.Scope;
import dev.llmprof.trace.ncu.NcuRule.Speedup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// A rule's messages; a rule with nothing to say adds nothing.
record NcuRuleReader(String rule, String section, List<NcuRule> rules) {
    private static final Pattern TITLED =
            Pattern.compile("@(?:section|source|sass)[^:@]*:[^:@]*:([^@]*)@");
    private static final Pattern LINK = Pattern.compile("@url:([^:@]*):([^@]*)@");

    static void read(Wire message, List<NcuRule> rules) {
        String rule = "";
        String section = "";
        List<Wire> bodies = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> rule = message.text();
                case 3 -> bodies.add(message.message());
                case 4 -> section = message.text();
                default -> {}
            }
        }
        for (Wire body : bodies) {
            new NcuRuleReader(rule, section, rules).body(body);
        }
    }

    private void body(Wire body) {
        for (int field = body.next(); field != 0; field = body.next()) {
            if (field == 1) {
                item(body.message());
            }
        }
    }

    private void item(Wire item) {
        for (int field = item.next(); field != 0; field = item.next()) {
            switch (field) {
                case 1 -> message(item.message());
                case 8 -> focus(item.message());
                case 10 -> speedup(item.message());
                default -> {}
            }
        }
    }

    private void message(Wire message) {
        String text = "";
        String title = "";
        long type = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> text = message.text();
                case 2 -> type = message.integer();
                case 4 -> title = message.text();
                default -> {}
            }
        }
        rules.add(
                new NcuRule(
                        section,
                        rule,
                        kind(type),
                        title,
                        plain(text),
                        Optional.empty(),
                        List.of()));
    }

    private static Kind kind(long type) {
        return switch ((int) type) {
            case 2 -> Kind.WARNING;
            case 3 -> Kind.ERROR;
            case 4 -> Kind.OPTIMIZATION;
            default -> Kind.INFORMATION;
        };
    }

    private void focus(Wire message) {
        String metric = "";
        String why = "";
        double value = Double.NaN;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> metric = message.text();
                case 3 -> value = message.real();
                case 5 -> why = message.text();
                default -> {}
            }
        }
        var focus = new Focus(metric, value, why);
        onLast(last -> last.withFocus(focus));
    }

    private void speedup(Wire message) {
        long scope = 0;
        double percent = Double.NaN;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> scope = message.integer();
                case 2 -> percent = message.real();
                default -> {}
            }
        }
        if (!Double.isNaN(percent)) {
            var speedup = new Speedup(scope == 2 ? Scope.GLOBAL : Scope.LOCAL, percent);
            onLast(last -> last.withSpeedup(speedup));
        }
    }

    /// Speedup and focus follow the message they belong to.
    private void onLast(UnaryOperator<NcuRule> change) {
        if (!rules.isEmpty() && rules.getLast().rule().equals(rule)) {
            rules.set(rules.size() - 1, change.apply(rules.getLast()));
        }
    }

    /// Links within a message read as ncu prints them: `@section:Id:Title@`,
    /// `@url:Text:https://…@`.
    static String plain(String message) {
        String titled = TITLED.matcher(message.strip()).replaceAll("$1");
        return LINK.matcher(titled).replaceAll("$1 ($2)");
    }
}
