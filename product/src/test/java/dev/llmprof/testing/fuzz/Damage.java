package dev.llmprof.testing.fuzz;

import java.util.Random;

/// One way to damage a file.
public interface Damage {
    byte[] damaged(byte[] whole, Random random);

    /// One of these ways, each as likely as the others.
    static Damage oneOf(Damage... ways) {
        return (whole, random) -> ways[random.nextInt(ways.length)].damaged(whole, random);
    }

    /// Mostly once; now and then several of these one after the other.
    default Damage repeated() {
        return (whole, random) -> {
            byte[] bytes = whole;
            for (int times = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
                    times > 0;
                    times--) {
                bytes = damaged(bytes, random);
            }
            return bytes;
        };
    }
}
