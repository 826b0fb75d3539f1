package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.WorkTrees;
import java.util.List;

/// One phase, model beside framework, in GPU time or else the host's own: operators that their
/// shapes cannot tell apart share a row. Times are totals over `requests` requests, bounds are
/// those of one.
///
/// Rows and rest add up to `measuredNanos`, all time of the phase.
public record OperatorJoin(
        String phase,
        long requests,
        boolean onGpu,
        long measuredNanos,
        List<Row> rows,
        List<PhaseOperator> rest) {
    public OperatorJoin {
        rows = List.copyOf(rows);
        rest = List.copyOf(rest);
        long sum = rows.stream().mapToLong(Row::measuredNanos).sum();
        long left = rest.stream().mapToLong(o -> onGpu ? o.deviceNanos() : o.hostNanos()).sum();
        if (sum + left != measuredNanos) {
            throw new IllegalArgumentException(
                    phase + " has " + measuredNanos + " ns, its parts " + sum + " and " + left);
        }
    }

    /// How a row's two sides were found to be one.
    public enum Match {
        /// Weights, heads or widths of the same size.
        SHAPE("shape"),
        /// The PyTorch module around it, or the operator's name.
        NAME("name"),
        /// Nothing that ran was recognised.
        NONE("–");

        private final String label;

        Match(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// Operators of the model, and what ran for them, the longest first.
    public record Row(
            List<String> names,
            OperatorClass kind,
            Match match,
            List<PhaseOperator> ran,
            long measuredNanos,
            double flops,
            double tensorFlops,
            double bytes,
            double boundNanos,
            Prediction.Bound bound) {
        public Row {
            names = List.copyOf(names);
            ran = List.copyOf(ran);
        }
    }

    public long restNanos() {
        return measuredNanos - rows.stream().mapToLong(Row::measuredNanos).sum();
    }

    /// The part of the phase's time that an operator of the model explains.
    public double coverage() {
        return measuredNanos == 0 ? 0 : 1 - (double) restNanos() / measuredNanos;
    }

    /// GPU work whose operator is not known, such as that of a replayed graph.
    long unknownNanos() {
        return rest.stream()
                .filter(operator -> operator.name().equals(WorkTrees.NO_OPERATOR))
                .mapToLong(PhaseOperator::deviceNanos)
                .sum();
    }

    /// A request's share of a time.
    public double perRequest(long nanos) {
        return (double) nanos / requests;
    }
}
