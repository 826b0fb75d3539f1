package dev.llmprof.hardware;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleSupplier;

/// How fast this CPU multiplies and reads, on all cores, in about a second. The best of many short
/// rounds counts: a bound must not be beaten by the work it is for, and a busy machine has quiet
/// moments.
public final class CpuBenchmark {
    private static final int ROUNDS = 80;
    private static final int LENGTH = 512;
    private static final int REPEATS = 8_000;
    private static final int FLOPS_PER_ELEMENT = 16;
    private static final int READ_LONGS = 6 << 20;

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

    /// Eight multiply-adds for each element that stays in the first cache; the compiler turns the
    /// inner loop into vector instructions.
    private static double multiply() {
        float[][] rows = new float[8][LENGTH];
        float[] sums = new float[LENGTH];
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            add(sums, rows, repeat * 1e-9f);
        }
        return sums[LENGTH / 2];
    }

    private static void add(float[] sums, float[][] rows, float factor) {
        float[] a = rows[0];
        float[] b = rows[1];
        float[] c = rows[2];
        float[] d = rows[3];
        float[] e = rows[4];
        float[] f = rows[5];
        float[] g = rows[6];
        float[] h = rows[7];
        for (int i = 0; i < LENGTH; i++) {
            float one = Math.fma(factor, a[i], Math.fma(factor, b[i], sums[i]));
            float two = Math.fma(factor, c[i], Math.fma(factor, d[i], one));
            float three = Math.fma(factor, e[i], Math.fma(factor, f[i], two));
            sums[i] = Math.fma(factor, g[i], Math.fma(factor, h[i], three));
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
            for (int round = 0; round < ROUNDS; round++) {
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
