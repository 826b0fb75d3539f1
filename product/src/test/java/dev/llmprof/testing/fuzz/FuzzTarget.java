package dev.llmprof.testing.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// A reader: whole files of its kind, how they are damaged, and what is done with what it reads.
public record FuzzTarget(String name, List<byte[]> seeds, Damage damage, Reading reading) {
    public FuzzTarget {
        seeds = List.copyOf(seeds);
    }

    /// Reads damaged bytes. `folder` is its own, and is there for all cases.
    public interface Reading {
        void read(byte[] bytes, Path folder) throws Exception;
    }

    /// The bytes of one case: always the same for a seed and a number.
    public byte[] bytes(long seed, int number) {
        var random = new Random(seed * 1_000_003L + number);
        return damage.repeated().damaged(seeds.get(random.nextInt(seeds.size())), random);
    }
}
