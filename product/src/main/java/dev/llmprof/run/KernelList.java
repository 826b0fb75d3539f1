package dev.llmprof.run;

import dev.llmprof.analysis.kernel.TopKernels;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.tool.KernelRegex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The YAML list of kernels that `top-kernels` writes and `kernels` reads.
public final class KernelList {
    private static final Pattern CALLS = Pattern.compile("\\b(\\d{1,18}) calls");

    private KernelList() {}

    /// One kernel to profile; `launches` where the list tells how often it ran.
    public record Entry(String name, String regex, OptionalLong launches) {}

    public static String yaml(
            List<TopKernels.Kernel> kernels, String source, String order, String column) {
        var text = new StringBuilder();
        text.append("# The heaviest kernels of ").append(source).append('\n');
        text.append("# Sorted by ").append(order).append(" (column ").append(column).append(")\n");
        text.append("# Each regex matches one kernel, exactly. To profile a family, loosen it:\n");
        text.append("#   ^void\\ gemm<\\(int\\)7>\\(Params\\)$   one instance\n");
        text.append("#   ^void\\ gemm<.*>                   all of them\n");
        text.append("kernels:\n");
        int rank = 0;
        for (TopKernels.Kernel kernel : kernels) {
            rank++;
            text.append("-   name: ").append(quoted(kernel.name())).append('\n');
            text.append("    regex: ")
                    .append(quoted(KernelRegex.exactly(kernel.name())))
                    .append('\n');
            text.append("    description: ").append(quoted(description(rank, kernel))).append('\n');
        }
        return text.toString();
    }

    public static List<Entry> read(Path file) {
        try {
            var settings = LoadSettings.builder().setLabel(file.toString()).build();
            Object root = new Load(settings).loadFromString(GivenFile.text(file, ""));
            if (root instanceof Map<?, ?> map
                    && map.get("kernels") instanceof List<?> list
                    && !list.isEmpty()) {
                var entries = new ArrayList<Entry>();
                list.forEach(item -> entries.add(entry(item, entries.size() + 1, file)));
                return entries;
            }
        } catch (YamlEngineException | StackOverflowError e) {
            // The library sets no limit to nesting.
            throw wrong("it is not YAML, or nested too deep: " + e.getMessage(), file);
        }
        throw wrong("it has no list 'kernels'", file);
    }

    private static Entry entry(Object item, int number, Path file) {
        if (item instanceof Map<?, ?> map
                && map.get("name") instanceof String name
                && map.get("regex") instanceof String regex) {
            return new Entry(name, regex, launches(String.valueOf(map.get("description"))));
        }
        throw wrong("kernel " + number + " needs a name and a regex", file);
    }

    private static OptionalLong launches(String description) {
        Matcher calls = CALLS.matcher(description);
        return calls.find()
                ? OptionalLong.of(Long.parseLong(calls.group(1)))
                : OptionalLong.empty();
    }

    private static String description(int rank, TopKernels.Kernel kernel) {
        return String.format(
                Locale.ROOT,
                "Kernel #%d - %.1f%% of GPU time, %d calls",
                rank,
                kernel.percent(),
                kernel.launches());
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static Problem.Found wrong(String what, Path file) {
        return new Problem(
                        what,
                        file.toString(),
                        "llmprof top-kernels SUMMARY.csv -o " + file.getFileName())
                .found();
    }
}
