package dev.llmprof.compare.fact;

import java.util.List;
import java.util.stream.Stream;

/// The facts that are compared, a line each. A new one is a line here, and one where it is read.
public enum FactKind {
    GPU("gpu", FactClass.MUST),
    MODEL("model", FactClass.MUST),
    FORMAT("format", FactClass.MUST),
    PARALLELISM("parallelism", FactClass.MUST),
    PHASES("phases", FactClass.MUST),
    REQUEST("request", FactClass.MUST),
    TOOL("tool", FactClass.MUST),
    DRIVER("driver", FactClass.SHOULD),
    CUDA("cuda", FactClass.SHOULD),
    TORCH("torch", FactClass.SHOULD),
    FLAGS("flags", FactClass.SHOULD),
    PROFILER("profiler options", FactClass.SHOULD),
    CAPTURE("capture", FactClass.SHOULD),
    CPU("cpu", FactClass.SHOULD),
    CONDITIONS("conditions", FactClass.SHOULD),
    HOST("host", FactClass.MAY),
    DATE("date", FactClass.MAY),
    COMMIT("commit", FactClass.MAY),
    FILE("file", FactClass.MAY);

    private final String word;
    private final FactClass factClass;

    FactKind(String word, FactClass factClass) {
        this.word = word;
        this.factClass = factClass;
    }

    public String word() {
        return word;
    }

    FactClass factClass() {
        return factClass;
    }

    /// The words that may be allowed to differ: the others never forbid.
    public static List<String> allowable() {
        return Stream.of(values())
                .filter(kind -> kind.factClass == FactClass.MUST)
                .map(FactKind::word)
                .toList();
    }
}
