package dev.llmprof.analysis.capture;

import dev.llmprof.table.Symbols;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/// What the name of a host event or a Python frame says of how a capture was made, looked at once
/// for each name.
final class NameSigns {
    /// What a name is a sign of.
    enum Sign {
        UNKNOWN,
        NOTHING,
        /// A call that launches one kernel.
        LAUNCH,
        /// Code is compiled or loaded.
        COMPILING,
        /// PyTorch's profiler is started: the first time by this very capture.
        START,
        /// A function of another profiler.
        PROFILER
    }

    private static final Pattern LAUNCH =
            Pattern.compile("(?i)(?:cu|cuda|hip|hipExt)(?:Module)?Launch(?:Cooperative)?Kernel.*");
    private static final Pattern COMPILING =
            Pattern.compile(
                    "torch/_dynamo/convert_frame\\.py\\(\\d+\\): _compile"
                            + "|torch/_inductor/compile_fx\\.py\\(\\d+\\): _?compile_fx.*"
                            + "|triton/compiler/compiler\\.py\\(\\d+\\): compile"
                            + "|(?:nv|hip)rtcCompileProgram"
                            + "|(?:cu|cuda|hip)(?:Module|Library)LoadData(?:Ex)?(?:_v\\d+)?"
                            + "|entire_frame_compile|backend_compile.*|.*CachingAutotuner.*benchmark.*");
    private static final Pattern START =
            Pattern.compile("torch/profiler/profiler\\.py\\(\\d+\\): start");
    private static final Pattern PROFILER =
            Pattern.compile(
                    "cProfile\\.py\\(\\d+\\): .*"
                            + "|.*(?:pyinstrument|line_profiler|viztracer)/.*");

    private final Symbols names;
    private final Sign[] known;

    NameSigns(Symbols names) {
        this.names = names;
        this.known = new Sign[names.size()];
        Arrays.fill(known, Sign.UNKNOWN);
    }

    Sign of(int code) {
        if (known[code] == Sign.UNKNOWN) {
            known[code] = sign(names.text(code));
        }
        return known[code];
    }

    private static Sign sign(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        if (word.contains("launch") && LAUNCH.matcher(name).matches()) {
            return Sign.LAUNCH;
        }
        if ((word.contains("compile") || word.contains("load") || word.contains("benchmark"))
                && COMPILING.matcher(name).matches()) {
            return Sign.COMPILING;
        }
        if (!word.contains("prof") && !word.contains("pyinst") && !word.contains("viztr")) {
            return Sign.NOTHING;
        }
        if (START.matcher(name).matches()) {
            return Sign.START;
        }
        return PROFILER.matcher(name).matches() ? Sign.PROFILER : Sign.NOTHING;
    }
}
