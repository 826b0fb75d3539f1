package dev.llmprof.config.yaml;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Origin;
import dev.llmprof.problem.Problem;

/// A YAML text and the name under which messages show it.
public record Source(String name, String text) {

    /// The mistake with its line shown and a caret under the column; both count from one.
    public ConfigError error(Kind kind, String what, int line, int column, String fix) {
        String shown = what + " (line " + line + ", column " + column + ")";
        String at = Origin.describe(new Origin.InFile(name, line, column)) + excerpt(line, column);
        return new ConfigError(kind, new Problem(shown, at, fix));
    }

    private String excerpt(int line, int column) {
        String shown = text.lines().skip(line - 1L).findFirst().orElse("");
        if (shown.isBlank() || shown.length() > 200) {
            return "";
        }
        String visible = shown.replace('\t', ' ');
        return "\n" + visible + "\n" + " ".repeat(Math.max(0, column - 1)) + "^";
    }
}
