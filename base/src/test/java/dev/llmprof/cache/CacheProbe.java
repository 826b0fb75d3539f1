package dev.llmprof.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A program that asks for one entry and says where it is, and whether it was made: `CacheProbe
/// NAME KILOBYTES`.
final class CacheProbe {
    private CacheProbe() {}

    public static void main(String[] words) throws IOException {
        byte[] bytes = new byte[1024 * Integer.parseInt(words[1])];
        boolean[] made = {false};
        Path entry =
                Cache.of(System.getenv(), System.err::println)
                        .folder(
                                "things",
                                Key.of().with("name", words[0]).key(),
                                folder -> {
                                    made[0] = true;
                                    Files.write(folder.resolve("bytes"), bytes);
                                    if (words[0].equals("forever")) {
                                        System.out.println("making");
                                        sleep();
                                    }
                                });
        boolean right = Files.size(entry.resolve("bytes")) == bytes.length;
        System.out.println((made[0] ? "made " : "found ") + (right ? "right " : "wrong ") + entry);
    }

    private static void sleep() {
        while (true) {
            try {
                Thread.sleep(1_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
