package dev.llmprof.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Declared options as the command line's library knows them.
public final class OptionSpecs {

    private OptionSpecs() {}

    /// To be mixed into a command.
    public static CommandSpec of(List<OptionWord<?>> declared) {
        CommandSpec spec = CommandSpec.create();
        declared.forEach(option -> spec.addOption(spec(option)));
        return spec;
    }

    public static GivenWords given(
            List<OptionWord<?>> declared, List<String> parameters, ParseResult parsed) {
        Map<String, Object> values = new HashMap<>();
        for (OptionWord<?> option : declared) {
            Object value = parsed.matchedOptionValue(option.name(), (Object) false);
            // A switch that is said to be off was not given.
            if (!Boolean.FALSE.equals(value)) {
                values.put(option.name(), value);
            }
        }
        return new GivenWords(parameters, values);
    }

    private static OptionSpec spec(OptionWord<?> option) {
        var spec =
                OptionSpec.builder(option.names().toArray(String[]::new))
                        .type(option.type())
                        .description(option.meaning());
        return option.isSwitch()
                ? spec.build()
                : spec.arity("1").paramLabel(option.label()).build();
    }
}
