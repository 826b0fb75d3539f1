package dev.llmprof.engine.weights;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Typed access to a JSON file's keys; one of the wrong kind is a problem that names it.
public record ConfigKeys(JsonNode config, Path file) {

    public String text(String key) {
        JsonNode value = config.path(key);
        if (!value.isTextual()) {
            throw wrong(key, "a name");
        }
        return value.asText();
    }

    public int positive(String key) {
        int value = integerOr(key, 0);
        if (value <= 0) {
            throw wrong(key, "a positive whole number");
        }
        return value;
    }

    public int positiveOr(String key, int absent) {
        return absent(key) ? absent : positive(key);
    }

    public int integerOr(String key, int absent) {
        JsonNode value = config.path(key);
        if (absent(key)) {
            return absent;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw wrong(key, "a whole number");
        }
        return value.asInt();
    }

    public double numberOr(String key, double absent) {
        if (absent(key)) {
            return absent;
        }
        if (!config.path(key).isNumber()) {
            throw wrong(key, "a number");
        }
        return config.path(key).asDouble();
    }

    public boolean flagOr(String key, boolean absent) {
        if (absent(key)) {
            return absent;
        }
        if (!config.path(key).isBoolean()) {
            throw wrong(key, "true or false");
        }
        return config.path(key).asBoolean();
    }

    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        config.path(key).forEach(each -> texts.add(each.asText()));
        return texts;
    }

    public ConfigKeys under(String key) {
        return new ConfigKeys(config.path(key), file);
    }

    public boolean absent(String key) {
        return config.path(key).isMissingNode() || config.path(key).isNull();
    }

    /// A key that, when it is there, must have the one value this engine computes.
    public void expect(String key, String only) {
        if (!absent(key) && !config.path(key).asText().equals(only)) {
            throw new Problem(
                            key + " is " + config.path(key).asText() + ", this engine has " + only,
                            file.toString(),
                            "profile this model with `llmprof run -- python …`")
                    .found();
        }
    }

    public void expectNumber(String key, double only) {
        if (numberOr(key, only) != only) {
            expect(key, String.valueOf(only));
        }
    }

    private Problem.Found wrong(String key, String wanted) {
        return new Problem(
                        key + " should be " + wanted + ", is " + config.path(key),
                        file.toString(),
                        "correct " + file.getFileName() + " or fetch it again")
                .found();
    }
}
