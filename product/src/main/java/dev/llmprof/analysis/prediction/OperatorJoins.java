package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.analysis.phase.PhaseOperator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/// Joins the model's operators of a phase with those that ran in it: by shape, then by the module
/// around them or their name. What neither tells is the rest.
final class OperatorJoins {
    private static final Set<String> ACTIVATIONS =
            Set.of("silu", "gelu", "relu", "sigmoid", "silu_and_mul", "gelu_and_mul", "swiglu");

    private static final Map<String, String> FUSED =
            Map.of(
                    "qkv_proj",
                    "q_proj",
                    "gate_up_proj",
                    "gate_proj",
                    "fused_qkv_a_proj",
                    "q_a_proj");

    private final List<Group> groups = new ArrayList<>();
    private final Map<Signature, Group> bySignature = new HashMap<>();
    private final List<PaperCosts.Row> paper;
    private final ToLongFunction<PhaseOperator> time;

    private OperatorJoins(List<PaperCosts.Row> paper, ToLongFunction<PhaseOperator> time) {
        this.paper = paper;
        this.time = time;
    }

    /// Operators of the model that share a shape.
    private static final class Group {
        private final List<PaperCosts.Row> rows = new ArrayList<>();
        private final List<PhaseOperator> ran = new ArrayList<>();
        private boolean shape;

        OperatorClass kind() {
            return OperatorClass.ofKind(rows.getFirst().kind());
        }
    }

    static OperatorJoin of(
            String phase,
            long requests,
            List<PaperCosts.Row> paper,
            List<PhaseOperator> ran,
            boolean gpu) {
        ToLongFunction<PhaseOperator> time =
                gpu ? PhaseOperator::deviceNanos : PhaseOperator::hostNanos;
        var joins = new OperatorJoins(paper, time);
        paper.forEach(joins::group);
        List<PhaseOperator> rest = new ArrayList<>();
        for (PhaseOperator each : ran) {
            if (time.applyAsLong(each) > 0 && !joins.place(each)) {
                rest.add(each);
            }
        }
        return new OperatorJoin(
                phase,
                requests,
                gpu,
                ran.stream().mapToLong(time).sum(),
                joins.rows(),
                rest.stream().sorted(joins.longestFirst()).toList());
    }

    private Comparator<PhaseOperator> longestFirst() {
        return Comparator.comparingLong(time)
                .reversed()
                .thenComparing(PhaseOperator::name, Names.BY_CODE_POINT)
                .thenComparing(PhaseOperator::shapes, Names.BY_CODE_POINT)
                .thenComparing(PhaseOperator::module);
    }

    private void group(PaperCosts.Row row) {
        Group group = new Group();
        group.rows.add(row);
        groups.add(group);
        for (Signature signature : row.signatures()) {
            Group known = bySignature.put(signature, group);
            if (known != null && known != group) {
                merge(known, group);
            }
        }
    }

    /// The first takes all of the second, so that rows keep the model's order.
    private Group merge(Group into, Group other) {
        into.rows.addAll(other.rows);
        into.ran.addAll(other.ran);
        into.shape |= other.shape;
        groups.remove(other);
        bySignature.replaceAll((_, group) -> group == other ? into : group);
        return into;
    }

    private boolean place(PhaseOperator operator) {
        Shapes shapes = Shapes.of(operator.shapes());
        for (Signature signature : Signature.of(operator.name(), shapes)) {
            Optional<Group> group =
                    Optional.ofNullable(bySignature.get(signature)).or(() -> fused(signature));
            if (group.isPresent()) {
                group.get().ran.add(operator);
                group.get().shape = true;
                return true;
            }
        }
        Optional<Group> named = named(operator, shapes).or(() -> byPath(operator.module()));
        named.ifPresent(group -> group.ran.add(operator));
        return named.isPresent();
    }

    /// Neighbours with the same input may run as one product: `q`, `k` and `v`, or gate and up.
    private Optional<Group> fused(Signature wide) {
        if (wide.kind() != OperatorClass.MATRIX) {
            return Optional.empty();
        }
        for (int from = 0; from < paper.size(); from++) {
            long out = 0;
            for (int to = from; to < paper.size(); to++) {
                Optional<Signature> part = linear(paper.get(to));
                if (part.isEmpty() || part.get().in() != wide.in()) {
                    break;
                }
                out += part.get().out();
                if (out == wide.out() && to > from) {
                    return Optional.of(together(paper.subList(from, to + 1), wide));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Signature> linear(PaperCosts.Row row) {
        return row.kind().equals("linear")
                ? row.signatures().stream().findFirst()
                : Optional.empty();
    }

    private Group together(List<PaperCosts.Row> rows, Signature wide) {
        Group all = groupOf(rows.getFirst());
        for (PaperCosts.Row row : rows) {
            Group each = groupOf(row);
            all = each == all ? all : merge(all, each);
        }
        bySignature.put(wide, all);
        return all;
    }

    private Group groupOf(PaperCosts.Row row) {
        return groups.stream().filter(group -> group.rows.contains(row)).findFirst().orElseThrow();
    }

    /// A product of two activations is an attention's; a module says what its small parts are for.
    private Optional<Group> named(PhaseOperator operator, Shapes shapes) {
        String plain = OperatorClass.plain(operator.name());
        String module = operator.module();
        boolean batched = shapes.input(0).size() == 3 && shapes.input(1).size() == 3;
        if (OperatorClass.ofOperator(operator.name()) == OperatorClass.ATTENTION
                || (batched && (plain.equals("bmm") || plain.equals("baddbmm")))) {
            return first("attention");
        }
        if (module.endsWith("Norm")
                || OperatorClass.ofOperator(operator.name()) == OperatorClass.NORM) {
            return first("norm");
        }
        if (OperatorClass.isExperts(operator.name())) {
            return first("experts");
        }
        if (ACTIVATIONS.contains(plain)) {
            return first("activation");
        }
        if (module.contains("Rotary")) {
            return first("elementwise", "rotary");
        }
        return module.equals("Embedding") ? first("embedding") : Optional.empty();
    }

    /// A hook tells of the module by its path: `model.layers.*.self_attn.qkv_proj`. Engines run
    /// some of the model's matrices as one.
    private Optional<Group> byPath(String module) {
        if (!module.contains(".")) {
            return Optional.empty();
        }
        String part = module.substring(module.lastIndexOf('.') + 1);
        String name = FUSED.getOrDefault(part, part);
        return groups.stream()
                .filter(group -> group.rows.stream().anyMatch(row -> row.name().equals(name)))
                .findFirst();
    }

    private Optional<Group> first(String kind) {
        return first(kind, "");
    }

    private Optional<Group> first(String kind, String start) {
        return groups.stream()
                .filter(group ->
                        group.rows.stream()
                                .anyMatch(row ->
                                        row.kind().equals(kind) && row.name().startsWith(start)))
                .findFirst();
    }

    private List<OperatorJoin.Row> rows() {
        return groups.stream().filter(OperatorJoins::worksOrRan).map(this::row).toList();
    }

    private static boolean worksOrRan(Group group) {
        return !group.ran.isEmpty() || group.rows.stream().anyMatch(r -> r.flops() + r.bytes() > 0);
    }

    private OperatorJoin.Row row(Group group) {
        var match =
                group.ran.isEmpty()
                        ? OperatorJoin.Match.NONE
                        : group.shape ? OperatorJoin.Match.SHAPE : OperatorJoin.Match.NAME;
        double bound = group.rows.stream().mapToDouble(PaperCosts.Row::boundNanos).sum();
        double memory =
                group.rows.stream()
                        .filter(row -> row.bound() == Prediction.Bound.MEMORY)
                        .mapToDouble(PaperCosts.Row::boundNanos)
                        .sum();
        return new OperatorJoin.Row(
                names(group),
                group.kind(),
                match,
                group.ran.stream().sorted(longestFirst()).toList(),
                group.ran.stream().mapToLong(time).sum(),
                group.rows.stream().mapToDouble(PaperCosts.Row::flops).sum(),
                group.rows.stream().mapToDouble(PaperCosts.Row::tensorFlops).sum(),
                group.rows.stream().mapToDouble(PaperCosts.Row::bytes).sum(),
                bound,
                memory * 2 >= bound ? Prediction.Bound.MEMORY : Prediction.Bound.COMPUTE);
    }

    private static List<String> names(Group group) {
        return group.rows.stream().map(PaperCosts.Row::name).distinct().toList();
    }
}
