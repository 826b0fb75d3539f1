package dev.llmprof.stage.ncu;

import dev.llmprof.problem.Problem;
import dev.llmprof.tool.KernelRegex;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.Ncu.KernelName;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Narrows an ncu run to the kernels nsys found heaviest, and keeps the skip below the launches of
/// each: ncu counts skipped launches over all that match, and a kernel with fewer would be lost.
final class NcuNarrowing {
    private static final String REGEX = "regex:";
    private static final String SKIP = "pipeline.ncu.ncu_cli.launch_skip";

    private NcuNarrowing() {}

    static Ncu.Settings of(
            NcuSettings settings, Optional<KernelFilter> filter, List<Problem> problems) {
        Ncu.Settings wish = settings.profiling();
        if (!settings.gated() || filter.isEmpty() || filter.get().kernels().isEmpty()) {
            return wish;
        }
        OptionalInt skip = bounded(wish, filter.get(), problems);
        KernelName name =
                wish.kernelName()
                        .orElseGet(() -> anyOf(filter.get(), settings.kernelNameBase(), problems));
        return wish.of(Optional.of(name), skip);
    }

    private static KernelName anyOf(KernelFilter filter, String base, List<Problem> problems) {
        KernelRegex.AnyOf any = KernelRegex.anyOf(filter.names());
        if (any.leftOut() > 0) {
            problems.add(
                    new Problem(
                            any.leftOut() + " kernel names do not fit into a command line",
                            "ncu/cmd.txt",
                            "run.top_n_kernels=" + any.used()));
        }
        return new KernelName(base, REGEX + any.regex());
    }

    private static OptionalInt bounded(
            Ncu.Settings wish, KernelFilter filter, List<Problem> problems) {
        Predicate<String> chosen = chosen(wish.kernelName());
        Optional<KernelFilter.Kernel> rarest =
                filter.kernels().stream()
                        .filter(kernel -> chosen.test(kernel.name()))
                        .min(Comparator.comparingLong(KernelFilter.Kernel::launches));
        OptionalInt skip = wish.launchSkip();
        if (skip.isEmpty()
                || rarest.isEmpty()
                || skip.getAsInt() < Math.max(1, rarest.get().launches())) {
            return skip;
        }
        int most = (int) Math.max(0, rarest.get().launches() - 1);
        problems.add(
                new Problem(
                        "launch_skip %d would pass over every launch of a kernel that nsys counted %d times; %d is used"
                                .formatted(skip.getAsInt(), rarest.get().launches(), most),
                        SKIP + "\n" + rarest.get().name(),
                        SKIP + "=" + most + "   or fewer kernels: run.top_n_kernels=5"));
        return OptionalInt.of(most);
    }

    /// Which of nsys's names the user's own expression takes. ncu's base may shorten a name, so an
    /// exact one need not be known here; then nothing is bounded.
    private static Predicate<String> chosen(Optional<KernelName> name) {
        if (name.isEmpty()) {
            return _ -> true;
        }
        String expression = name.get().expression();
        if (!expression.startsWith(REGEX)) {
            return expression::equals;
        }
        try {
            return Pattern.compile(expression.substring(REGEX.length())).asPredicate();
        } catch (PatternSyntaxException e) {
            return _ -> false;
        }
    }
}
