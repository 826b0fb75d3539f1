package dev.llmprof.load;

import dev.llmprof.served.LoadFacts.Goals;
import dev.llmprof.served.ServedRequest;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// `Loading JAVA STREAMS REQUESTS TOKENS GAP_MS`: the load generator beside a server of its own that logs when it wrote each token.
/// Prints what the generator took of a core, and how far its times are from the server's.
public final class Loading {
    public static void main(String[] words) throws Exception {
        int streams = Integer.parseInt(words[1]);
        int requests = Integer.parseInt(words[2]);
        int tokens = Integer.parseInt(words[3]);
        Path folder = Files.createTempDirectory("loading");
        Path portFile = folder.resolve("port");
        Path log = folder.resolve("log");
        Process server =
                new ProcessBuilder(words[0], "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                                "TokenServer", portFile.toString(), log.toString(), words[3], words[4])
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            while (!Files.exists(portFile) || Files.readString(portFile).isEmpty()) {
                Thread.sleep(50);
            }
            var settings =
                    new LoadSettings(new Arrival.ClosedLoop(streams), OptionalInt.of(requests), Optional.empty(), streams,
                            new PromptSource.Synthetic(new PromptSource.Lengths.Fixed(32)), tokens, true,
                            Duration.ofMinutes(2), 7, Goals.NONE);
            var target = new Target(URI.create("http://127.0.0.1:" + Files.readString(portFile)), "m", Target.Api.CHAT);
            var heard = Collections.synchronizedList(new ArrayList<ServedRequest>());
            var os = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long began;
            try (var generator = new LoadGenerator(settings, target, () -> false)) {
                LoadGenerator warm = generator.warmUp().load();
                long cpu = os.getProcessCpuTime();
                began = System.nanoTime();
                warm.run(began, warm.count(), heard::add);
                double wall = System.nanoTime() - began;
                double share = (os.getProcessCpuTime() - cpu) / wall;
                long answered = heard.stream().filter(ServedRequest::answered).count();
                System.out.printf(Locale.ROOT, "%d streams, %d of %d answered, %.0f tokens/s: %.1f %% of one core%n",
                        streams, answered, requests, heard.stream().mapToLong(ServedRequest::newTokens).sum() * 1e9 / wall, 100 * share);
            }
            server.getOutputStream().close();
            server.waitFor();
            errors(heard, began, log, new Prompts(settings.prompts(), 7));
        } finally {
            server.destroyForcibly();
        }
    }

    private static void errors(List<ServedRequest> heard, long began, Path log, Prompts prompts) throws Exception {
        Map<String, long[]> wrote = new HashMap<>();
        for (String line : Files.readAllLines(log)) {
            String[] parts = line.split(" ");
            wrote.put(parts[0], Arrays.stream(parts).skip(1).mapToLong(Long::parseLong).toArray());
        }
        var first = new ArrayList<Double>();
        var gaps = new ArrayList<Double>();
        for (ServedRequest each : heard) {
            String text = ((Prompt.Content.Text) prompts.of(each.number()).content()).text();
            long[] times = wrote.get(Integer.toHexString(text.hashCode()));
            if (times == null || !each.answered() || times.length != each.tokenNanos().size()) {
                continue;
            }
            first.add(Math.abs(began + each.tokenNanos().get(0) - times[0]) / 1e6);
            for (int at = 1; at < times.length; at++) {
                long gap = each.tokenNanos().get(at) - each.tokenNanos().get(at - 1);
                gaps.add(Math.abs(gap - (times[at] - times[at - 1])) / 1e6);
            }
        }
        print("time to first token", first);
        print("token gap", gaps);
    }

    private static void print(String what, List<Double> millis) {
        Collections.sort(millis);
        System.out.printf(Locale.ROOT, "error of %s over %d: median %.3f ms, p99 %.3f ms%n", what, millis.size(),
                millis.isEmpty() ? Double.NaN : millis.get(millis.size() / 2),
                millis.isEmpty() ? Double.NaN : millis.get((int) (millis.size() * 0.99)));
    }
}
