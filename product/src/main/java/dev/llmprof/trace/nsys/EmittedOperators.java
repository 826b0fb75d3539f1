package dev.llmprof.trace.nsys;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.Symbols;
import dev.llmprof.table.TextColumn;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// PyTorch's operators within an nsys capture: `emit_nvtx` opens a range for each, named `aten::mm,
/// seq = 7, op_id = 42, sizes = [[1, 256], [256, 1024]]`. Here they become operators again.
public final class EmittedOperators {
    private static final Pattern EMITTED =
            Pattern.compile("(.+?)(?:, seq = \\d+)?, op_id = \\d+(?:, .*)?", Pattern.DOTALL);
    private static final Pattern OLDER =
            Pattern.compile("(\\w+::\\w[\\w.]*), seq = \\d+(?:, .*)?", Pattern.DOTALL);

    private EmittedOperators() {}

    /// The trace itself when it has none.
    public static Trace in(Trace trace) {
        HostTable host = trace.host();
        Symbols old = host.name().symbols();
        var emitted = new BitSet();
        var symbols = new Symbols.Builder();
        int[] renamed = new int[old.size()];
        for (int code = 0; code < renamed.length; code++) {
            String text = old.text(code);
            Matcher matcher = matcher(text);
            emitted.set(code, matcher.matches());
            renamed[code] = symbols.intern(emitted.get(code) ? matcher.group(1) : text);
        }
        return emitted.isEmpty() ? trace : renamed(trace, emitted, renamed, symbols.build());
    }

    private static Matcher matcher(String text) {
        Matcher emitted = EMITTED.matcher(text);
        return emitted.matches() ? emitted : OLDER.matcher(text);
    }

    private static Trace renamed(Trace trace, BitSet emitted, int[] codes, Symbols symbols) {
        HostTable host = trace.host();
        var kind = new IntColumn.Builder();
        var name = new IntColumn.Builder();
        for (int row = 0; row < host.size(); row++) {
            int code = host.name().code(row);
            boolean operator = host.kindOf(row) == HostKind.RANGE && emitted.get(code);
            kind.add(operator ? HostKind.OPERATOR.code() : host.kind().get(row));
            name.add(codes[code]);
        }
        var table =
                new HostTable(
                        kind.build(),
                        host.startNanos(),
                        host.durationNanos(),
                        new TextColumn(name.build(), symbols),
                        host.thread(),
                        host.correlation(),
                        host.externalId(),
                        host.inputShapes(),
                        host.inputTypes(),
                        host.kernel(),
                        host.domain(),
                        host.arguments());
        return new Trace(
                trace.source(),
                trace.tool(),
                trace.gpu(),
                table,
                trace.frames(),
                trace.gpuRanges(),
                trace.allocations(),
                trace.collectives(),
                trace.devices(),
                trace.rank(),
                trace.facts(),
                trace.reading());
    }
}
