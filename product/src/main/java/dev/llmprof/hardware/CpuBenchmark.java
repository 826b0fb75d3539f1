package dev.llmprof.hardware;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleSupplier;

/// How fast this CPU multiplies and reads, on all cores, in a second and a half. The best of many
/// short rounds counts: a bound must not be beaten by the work it is for, and a busy machine has
/// quiet moments.
public final class CpuBenchmark {
    private static final long NANOS_AT_MOST = 700_000_000;
    private static final int LENGTH = 2_048;
    private static final int REPEATS = 1_000;
    private static final int FLOPS_PER_ELEMENT = 8;
    private static final int READ_LONGS = 4 << 20;

    private CpuBenchmark() {}

    /// Prints both rates, for a JVM of its own.
    public static void main(String[] args) {
        rates().forEach(System.out::println);
    }

    /// Operations and bytes a second.
    public static List<Double> rates() {
        int cores = Runtime.getRuntime().availableProcessors();
        return List.of(flopsPerSecond(cores), bytesPerSecond(cores));
    }

    static double flopsPerSecond(int cores) {
        double flops = (double) LENGTH * REPEATS * FLOPS_PER_ELEMENT;
        return best(cores, flops, _ -> CpuBenchmark::multiply);
    }

    static double bytesPerSecond(int cores) {
        List<long[]> blocks = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            blocks.add(new long[READ_LONGS]);
        }
        double bytes = (double) READ_LONGS * Long.BYTES;
        return best(cores, bytes, core -> () -> sum(blocks.get(core)));
    }

    /// Four multiply-adds one after another for each element, all in the first cache: few enough
    /// that a core looks far ahead and keeps its units full, many enough to hide load and store.
    /// The compiler turns the loop into vector instructions.
    private static double multiply() {
        float[] numbers = new float[LENGTH];
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            chain(numbers, 0.5f, 1e-3f);
        }
        return numbers[LENGTH / 2];
    }

    private static void chain(float[] numbers, float factor, float term) {
        for (int i = 0; i < numbers.length; i++) {
            float twice = Math.fma(Math.fma(numbers[i], factor, term), factor, term);
            numbers[i] = Math.fma(Math.fma(twice, factor, term), factor, term);
        }
    }

    private static double sum(long[] block) {
        long sum = 0;
        for (long number : block) {
            sum += number;
        }
        return sum;
    }

    /// All cores at once; the slowest of them ends a round.
    private static double best(
            int cores, double workPerCore, java.util.function.IntFunction<DoubleSupplier> work) {
        double best = 0;
        try (ExecutorService executor = Executors.newFixedThreadPool(cores)) {
            long first = System.nanoTime();
            while (System.nanoTime() - first < NANOS_AT_MOST) {
                long start = System.nanoTime();
                List<Future<Double>> running = new ArrayList<>();
                for (int core = 0; core < cores; core++) {
                    DoubleSupplier task = work.apply(core);
                    running.add(executor.submit(task::getAsDouble));
                }
                for (Future<Double> future : running) {
                    future.get();
                }
                double seconds = (System.nanoTime() - start) / 1e9;
                best = Math.max(best, cores * workPerCore / seconds);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the benchmark failed", e);
        }
        return best;
    }
}
