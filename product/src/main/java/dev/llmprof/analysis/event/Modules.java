package dev.llmprof.analysis.event;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The innermost PyTorch module around each runtime call, by time on the same thread: a frame of
/// Python's stack, or a range that a hook around the module describes in a Python dictionary.
public final class Modules {
    public static final int NONE = -1;
    private static final String DESCRIBED = "{'Module': '";
    private static final Pattern NUMBERS = Pattern.compile("\\.\\d+(?=\\.|$)");
    private static final Pattern CLASS = Pattern.compile("nn\\.Module: (.*?)(?:_\\d+)?");

    private Modules() {}

    /// For each host row that is a call the module's row; NONE where none encloses it.
    public static int[] around(HostTable host) {
        int[] module = new int[host.size()];
        Arrays.fill(module, NONE);
        BitSet modules = in(host);
        if (modules.isEmpty()) {
            return module;
        }
        int[] rows = Rows.where(host.size(), row -> modules.get(row) || host.kindOf(row).isCall());
        Rows.sorted(rows, (left, right) -> byThreadAndTime(host, left, right));
        int[] stack = new int[64];
        int depth = 0;
        int thread = NONE;
        for (int row : rows) {
            if (host.thread().code(row) != thread) {
                thread = host.thread().code(row);
                depth = 0;
            }
            while (depth > 0 && host.endNanos(stack[depth - 1]) <= host.startNanos().get(row)) {
                depth--;
            }
            if (modules.get(row)) {
                stack = depth == stack.length ? Arrays.copyOf(stack, depth * 2) : stack;
                stack[depth++] = row;
            } else {
                module[row] = innermost(host, stack, depth, row);
            }
        }
        return module;
    }

    private static BitSet in(HostTable host) {
        BitSet modules = new BitSet();
        BitSet asked = new BitSet();
        BitSet described = new BitSet();
        for (int row = 0; row < host.size(); row++) {
            int kind = host.kind().get(row);
            if (kind == HostKind.RANGE.code()) {
                int code = host.name().code(row);
                if (!asked.get(code)) {
                    asked.set(code);
                    described.set(code, isDescription(host.name().get(row)));
                }
                modules.set(row, described.get(code));
            } else if (kind == HostKind.MODULE.code()) {
                modules.set(row);
            }
        }
        return modules;
    }

    /// Whether a range's name tells of a module: `{'Module': 'model.layers.0.mlp', …}`.
    public static boolean isDescription(String range) {
        return range.startsWith(DESCRIBED);
    }

    /// `Linear` of `nn.Module: Linear_3`; `model.layers.*.mlp` of a description of any layer.
    public static String className(String name) {
        if (isDescription(name)) {
            int end = name.indexOf('\'', DESCRIBED.length());
            String path = name.substring(DESCRIBED.length(), end < 0 ? name.length() : end);
            return NUMBERS.matcher(path).replaceAll(".*");
        }
        Matcher matcher = CLASS.matcher(name);
        return matcher.matches() ? matcher.group(1) : name;
    }

    private static int innermost(HostTable host, int[] stack, int depth, int call) {
        for (int at = depth - 1; at >= 0; at--) {
            if (host.endNanos(stack[at]) >= host.endNanos(call)) {
                return stack[at];
            }
        }
        return NONE;
    }

    private static int byThreadAndTime(HostTable host, int left, int right) {
        int threads = Integer.compare(host.thread().code(left), host.thread().code(right));
        if (threads != 0) {
            return threads;
        }
        int starts = Long.compare(host.startNanos().get(left), host.startNanos().get(right));
        if (starts != 0) {
            return starts;
        }
        boolean leftCall = host.kindOf(left).isCall();
        return leftCall != host.kindOf(right).isCall()
                ? Boolean.compare(leftCall, host.kindOf(right).isCall())
                : Long.compare(host.durationNanos().get(right), host.durationNanos().get(left));
    }
}
