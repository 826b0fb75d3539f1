package dev.llmprof.trace.ncu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One word of advice that ncu gave on a launch.
public record NcuRule(
        String section,
        String rule,
        Kind kind,
        String title,
        String message,
        Optional<Speedup> speedup,
        List<Focus> focus) {

    public NcuRule {
        focus = List.copyOf(focus);
    }

    /// Of the message alone: rules are told apart by thousands while the program starts, and a
    /// record's own way is slow then.
    @Override
    public int hashCode() {
        return message.hashCode();
    }

    NcuRule withSpeedup(Speedup estimate) {
        return new NcuRule(section, rule, kind, title, message, Optional.of(estimate), focus);
    }

    NcuRule withFocus(Focus one) {
        List<Focus> all = new ArrayList<>(focus);
        all.add(one);
        return new NcuRule(section, rule, kind, title, message, speedup, all);
    }

    /// How urgent ncu finds it.
    public enum Kind {
        INFORMATION,
        WARNING,
        ERROR,
        OPTIMIZATION
    }

    /// Of the whole launch, or of the part that the rule looks at.
    public enum Scope {
        LOCAL,
        GLOBAL
    }

    public record Speedup(Scope scope, double percent) {}

    /// A metric that the advice rests on.
    public record Focus(String metric, double value, String why) {}
}
