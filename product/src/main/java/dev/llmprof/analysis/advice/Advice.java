package dev.llmprof.analysis.advice;

import dev.llmprof.analysis.idle.HostActivity;
import dev.llmprof.analysis.rank.LateCause;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Something to try, resting on numbers of this run. Sealed, so that every report has words for it.
public sealed interface Advice {

    Place place();

    /// The part of the run's time it is about, from 0 to 1.
    double share();

    /// The most that following it could save over the whole capture, where a number says so.
    default OptionalLong savingNanos() {
        return OptionalLong.empty();
    }

    /// Whether following it shows more of the run, and does not make it faster.
    default boolean isAboutKnowing() {
        return this instanceof Unattributed || this instanceof UnknownGraphs;
    }

    /// `host_wait` for [HostWait].
    default String kind() {
        return getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toLowerCase(Locale.ROOT);
    }

    /// Where its numbers come from: a file, and the GPU they are of where it is one of several.
    record Place(String capture, String gpu) {}

    /// Kernels that one call launched each, how many are shorter than that call, and whether most
    /// of the GPU time is in graphs.
    record Launching(long shorter, long launches, boolean graphs) {}

    /// A GPU had nothing to do on any stream because launches came late. `host` is what the host
    /// did meanwhile; that it waited for the GPU is not counted.
    record HostWait(
            Place place,
            long nanos,
            long gaps,
            Map<HostActivity, Long> host,
            Launching launching,
            double share)
            implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(nanos);
        }
    }

    /// Short gaps on a GPU between kernels that were already queued.
    record LaunchGaps(Place place, long nanos, long gaps, Launching launching, double share)
            implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(nanos);
        }
    }

    /// Gaps between the nodes of one replay.
    record GraphGaps(Place place, long nanos, long gaps, double share) implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(nanos);
        }
    }

    /// An operator far from what the GPU allows for its shapes; those that lose the most first.
    /// `memory`: its bound is traffic; `product`: it multiplies.
    record SlowOperator(
            Place place,
            String operator,
            List<SlowShape> shapes,
            long nanos,
            double boundNanos,
            boolean memory,
            boolean product,
            double share)
            implements Advice {
        public SlowOperator {
            shapes = List.copyOf(shapes);
        }

        public long calls() {
            return shapes.stream().mapToLong(SlowShape::calls).sum();
        }

        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(Math.round(nanos - boundNanos));
        }
    }

    /// The calls of an operator with inputs of one shape.
    record SlowShape(String shapes, long calls, long nanos, double shareOfBound) {}

    /// The matrix products of a decode, the longest kernels of them; `batch` where the steps say
    /// it, `bound` where a model does; `modelled` without one where no operator says which products
    /// these are.
    record DecodeProducts(
            Place place,
            OptionalLong batch,
            long nanos,
            List<Product> products,
            int names,
            boolean modelled,
            Optional<PhaseBound> bound,
            double share)
            implements Advice {
        public DecodeProducts {
            products = List.copyOf(products);
        }

        @Override
        public OptionalLong savingNanos() {
            return bound.map(PhaseBound::excessNanos).orElse(OptionalLong.empty());
        }
    }

    /// One kernel of a decode.
    record Product(String name, long count, long nanos, double share) {}

    /// Much time in short kernels that fusing would save.
    record Unfused(Place place, long nanos, long kernels, double share) implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(nanos);
        }
    }

    /// Much time in kernels that only move data, which fusing would save: at most all of it. Of
    /// those with shapes `trafficNanos` is what their bytes take at the GPU's full bandwidth.
    record MemoryTraffic(
            Place place,
            long nanos,
            long kernels,
            double bytesPerSecond,
            double peakBytesPerSecond,
            double trafficNanos,
            double share)
            implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(nanos);
        }
    }

    /// Matrix products on the vector units; `format` is what the matrix units of this GPU do
    /// instead, `times` as fast. Empty and zero where the GPU is not known.
    record SinglePrecision(
            Place place, String name, long nanos, String format, double times, double share)
            implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return times > 1
                    ? OptionalLong.of(Math.round(nanos * (1 - 1 / times)))
                    : OptionalLong.empty();
        }
    }

    /// Copies that nothing overlaps on their GPU.
    record ExposedCopies(Place place, long nanos, Optional<Copies> most, double share)
            implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(nanos);
        }
    }

    /// The kind of copy that most of the time went into, on all GPUs. No bytes where the tool did
    /// not record them.
    record Copies(String name, long nanos, long bytes) {}

    /// Communication that no computation overlaps on its GPU.
    record ExposedCommunication(Place place, long nanos, double share) implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(nanos);
        }
    }

    /// One GPU of several computes longer than the others.
    record UnevenGpus(Place place, long nanos, double meanNanos, int gpus, double share)
            implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(Math.round(nanos - meanNanos));
        }
    }

    /// Ranks wait for this one: of `judged` collectives it was the `last` in so many.
    record LateRank(
            Place place,
            long judged,
            long last,
            long medianNanos,
            LateCause cause,
            String detail,
            long costNanos,
            double share)
            implements Advice {
        @Override
        public OptionalLong savingNanos() {
            return OptionalLong.of(costNanos);
        }
    }

    /// GPU time that no operator is known for.
    record Unattributed(Place place, long nanos, double share) implements Advice {}

    /// GPU time of graphs whose capture was not given, so that no operator is known for it.
    record UnknownGraphs(Place place, long nanos, long kernels, double share) implements Advice {}

    /// A phase whose bound is memory traffic, and what lies above the bound in its matrix products.
    record MemoryBound(
            Place place,
            PhaseBound phase,
            List<PhaseBound> classes,
            double flopsPerByte,
            double ridge,
            double share)
            implements Advice {
        public MemoryBound {
            classes = List.copyOf(classes);
        }

        @Override
        public OptionalLong savingNanos() {
            return phase.excessNanos();
        }
    }

    /// A phase far above its bound, and which operators are.
    record AboveBound(Place place, PhaseBound phase, List<PhaseBound> classes, double share)
            implements Advice {
        public AboveBound {
            classes = List.copyOf(classes);
        }

        @Override
        public OptionalLong savingNanos() {
            return phase.excessNanos();
        }
    }

    /// A phase, or a class of its operators, against its bound, for one of `requests` requests or
    /// steps.
    record PhaseBound(String name, double measuredNanos, double boundNanos, long requests) {
        OptionalLong excessNanos() {
            return OptionalLong.of(Math.round((measuredNanos - boundNanos) * requests));
        }

        public double times() {
            return measuredNanos / boundNanos;
        }
    }

    /// A kernel that multiplies matrices hardly uses the units made for it.
    record TensorCoresIdle(Place place, String kernel, double tensorPercent, double share)
            implements Advice {}

    /// Few warps are resident in a kernel that has much of the time; `limiter` is the resource that
    /// allows no more, `advice` what ncu says of it, either may be empty.
    record LowOccupancy(
            Place place,
            String kernel,
            double occupancyPercent,
            String limiter,
            String advice,
            double share)
            implements Advice {}
}
