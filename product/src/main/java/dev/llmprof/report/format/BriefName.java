package dev.llmprof.report.format;

import dev.llmprof.analysis.kernel.KernelNames;

/// What a page shows of a name that a compiler made; every other name is as it is.
final class BriefName {
    private BriefName() {}

    /// Operators such as `aten::mm` and copies such as `Memcpy HtoD (Pageable -> Device)` stay
    /// whole.
    static String of(String name) {
        boolean declared = name.indexOf('<') >= 0 || name.indexOf('(') >= 0;
        boolean compiled = name.startsWith("void ") || name.contains("::");
        return declared && compiled ? KernelNames.brief(name) : name;
    }

    static boolean shortens(String name) {
        return of(name).length() < name.length();
    }
}
