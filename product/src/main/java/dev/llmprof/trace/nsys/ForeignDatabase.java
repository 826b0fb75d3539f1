package dev.llmprof.trace.nsys;

import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Names SQLite databases of other tools by their tables.
final class ForeignDatabase {
    private static final int MOST_TABLES = 6;
    private static final String TORCH =
            "record with torch.profiler and give what export_chrome_trace writes";

    /// A database with a table whose name begins like this is the tool's.
    private record Maker(List<String> tables, String what, String fix) {
        boolean made(Set<String> names) {
            return names.stream().anyMatch(name -> tables.stream().anyMatch(name::startsWith));
        }
    }

    private static final List<Maker> MAKERS =
            List.of(
                    new Maker(
                            List.of("rocpd_kernel_dispatch", "rocpd_info_"),
                            "a rocpd database of rocprofv3",
                            TORCH + ", which works on ROCm"),
                    new Maker(
                            List.of("rocpd_"),
                            "an rpd database of rocmProfileData",
                            "rpd2tracing.py TRACE.rpd trace.json, and give trace.json"),
                    new Maker(
                            List.of(
                                    "CANN_API",
                                    "AscendTask",
                                    "COMPUTE_TASK_INFO",
                                    "STRING_IDS",
                                    "RANK_DEVICE_MAP"),
                            "a database of Ascend's profiler",
                            "give trace_view.json or msprof_*.json of the same run"),
                    new Maker(
                            List.of("CUPTI_ACTIVITY_KIND_", "StringTable"),
                            "a database of nvprof or the Visual Profiler",
                            "nsys replaced nvprof: nsys profile -o run PROGRAM, and give"
                                    + " run.nsys-rep"),
                    new Maker(
                            List.of("HIP_API", "KERNEL_DISPATCH", "rocprof"),
                            "a database of rocprof",
                            TORCH + ", which works on ROCm"));

    private ForeignDatabase() {}

    static Problem problem(Path path, Set<String> tables) {
        for (Maker maker : MAKERS) {
            if (maker.made(tables)) {
                String what = "this is " + maker.what + ", which llmprof does not read";
                return new Problem(what, path.toString(), maker.fix);
            }
        }
        return new Problem(
                "this SQLite database is not an export of nsys: it has no table StringIds, but "
                        + listed(tables),
                path.toString(),
                "of an nsys report: nsys export --type sqlite REPORT.nsys-rep");
    }

    private static String listed(Collection<String> tables) {
        if (tables.isEmpty()) {
            return "no table at all";
        }
        String first = String.join(", ", tables.stream().limit(MOST_TABLES).toList());
        return tables.size() > MOST_TABLES ? first + ", …" : first;
    }
}
