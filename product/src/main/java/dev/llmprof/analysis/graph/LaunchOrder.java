package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.graph.GraphEvidence.Call;
import dev.llmprof.analysis.graph.GraphEvidence.Replay;
import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Joins a capture whose calls do not say what they launch, as CUPTI records them, by order alone:
/// as many calls as events, and no call that could not have launched its event. Events are in the
/// order of the calls where nodes are numbered or one stream ran them all.
final class LaunchOrder {
    static final String METHOD = "launch order";
    private static final double BY_NODE = 0.9;
    private static final double BY_STREAM = 0.8;
    private static final Pattern PRODUCT =
            Pattern.compile("aten::(addmm|mm|bmm|baddbmm|linear|matmul|_scaled_mm|_int_mm)");
    private static final Pattern NO_PRODUCT =
            Pattern.compile(
                    "aten::(copy_|_to_copy|fill_|zero_|add_?|sub_?|mul_?|div_?|silu|gelu|relu|cat|index.*|embedding|.*norm.*|.*softmax|arange|where|sum|mean|argmax|topk|sort|gather|scatter.*|cumsum)");
    private static final Set<KernelCategory> NEVER_OF_A_PRODUCT =
            EnumSet.of(
                    KernelCategory.NORM,
                    KernelCategory.ROTARY,
                    KernelCategory.EMBEDDING,
                    KernelCategory.SAMPLING,
                    KernelCategory.SOFTMAX,
                    KernelCategory.COMMUNICATION);

    private LaunchOrder() {}

    static Optional<GraphAlignment> of(List<Call> calls, Replay replay) {
        boolean numbered = !replay.nodes().isEmpty();
        boolean nameless = calls.stream().allMatch(call -> call.kernel().isEmpty());
        if (!nameless
                || calls.isEmpty()
                || calls.size() != replay.kernels().size()
                || !(numbered || replay.streams() == 1)) {
            return Optional.empty();
        }
        List<Integer> order =
                numbered
                        ? GraphAlignment.nodeOrder(replay)
                        : IntStream.range(0, calls.size()).boxed().toList();
        KernelOrigin[] origins = new KernelOrigin[calls.size()];
        for (int at = 0; at < origins.length; at++) {
            Call call = calls.get(at);
            if (!fits(call, replay.kernels().get(order.get(at)))) {
                return Optional.empty();
            }
            origins[order.get(at)] = call.origin();
        }
        return Optional.of(
                new GraphAlignment(METHOD, numbered ? BY_NODE : BY_STREAM, List.of(origins)));
    }

    private static boolean fits(Call call, String kernel) {
        if (!GraphAlignment.kind(call.name()).equals(GraphAlignment.kind(kernel))) {
            return false;
        }
        KernelCategory category = KernelCategories.of(kernel);
        String operator = call.origin().operator();
        return PRODUCT.matcher(operator).matches()
                ? !NEVER_OF_A_PRODUCT.contains(category)
                : category != KernelCategory.GEMM || !NO_PRODUCT.matcher(operator).matches();
    }
}
