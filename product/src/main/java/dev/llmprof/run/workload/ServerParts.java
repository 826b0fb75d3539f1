package dev.llmprof.run.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.load.ApiKey;
import dev.llmprof.load.LoadSettings;
import dev.llmprof.load.Target;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.settings.CaptureKeys;
import dev.llmprof.run.settings.LoadKeys;
import dev.llmprof.run.settings.WorkloadKeys;
import dev.llmprof.secret.Secrets;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Marks;
import dev.llmprof.stage.workload.Workload.Surroundings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A server as the workload, from its keys; where it listens and writes its traces is read off its
/// command where no key says so.
final class ServerParts {
    private static final Duration READY = Duration.ofMinutes(10);
    private static final Duration ABSENT = Duration.ofSeconds(5);
    private static final String TRACES = "--profiler-config.torch_profiler_dir";

    private ServerParts() {}

    /// Empty where something is wrong; the binder keeps the problems.
    static Optional<Workload> of(
            Binder binder,
            WorkloadKeys keys,
            Surroundings around,
            Map<String, String> environment) {
        Optional<LoadSettings> load = LoadKeys.settings(binder);
        Optional<URI> url = url(binder, keys);
        Optional<ApiKey> key =
                keys.apiKeyName().flatMap(name -> key(binder, name, keys.env(), environment));
        CaptureWindow window = CaptureKeys.window(binder).underLoad();
        var surroundings =
                new Surroundings(
                        around.environment(),
                        around.directory(),
                        around.marks().map(marks -> new Marks(marks.inherited(), window)),
                        around.launch());
        return load.isEmpty() || url.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Workload.Server(
                                keys.argv(),
                                url.get(),
                                keys.model(),
                                keys.api().orElse(Target.Api.CHAT),
                                key,
                                ready(keys.readyTimeout()),
                                keys.traces()
                                        .or(() -> traces(keys))
                                        .map(folder -> below(keys, folder)),
                                load.get(),
                                window,
                                surroundings));
    }

    /// Who says how long means it also where nothing is there yet.
    private static Workload.Server.Ready ready(Optional<Duration> given) {
        return new Workload.Server.Ready(given.orElse(READY), given.orElse(ABSENT));
    }

    /// From the variable that was named; its value is hidden wherever it appears from now on.
    private static Optional<ApiKey> key(
            Binder binder,
            String name,
            Map<String, String> given,
            Map<String, String> environment) {
        String value = given.getOrDefault(name, environment.getOrDefault(name, ""));
        if (value.isBlank()) {
            binder.add(
                    new Problem(
                            "there is no API key in the environment variable " + name,
                            binder.at("workload.api_key_name"),
                            "export " + name + "=…"));
            return Optional.empty();
        }
        Secrets.learn("api_key", value.strip());
        return Optional.of(new ApiKey(value.strip()));
    }

    private static Optional<URI> url(Binder binder, WorkloadKeys keys) {
        if (keys.url().isEmpty()) {
            return Optional.of(URI.create("http://" + host(keys.argv()) + ":" + port(keys.argv())));
        }
        try {
            // Clients of this API are told the address with its version; we add that ourselves.
            URI url = new URI(keys.url().get().replaceFirst("/v1/?$", ""));
            if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
                return Optional.of(url);
            }
        } catch (URISyntaxException e) {
            // Said below.
        }
        binder.add(
                new Problem(
                        "workload.url is not the address of a server: " + keys.url().get(),
                        binder.at("workload.url"),
                        "workload.url=http://127.0.0.1:8000"));
        return Optional.empty();
    }

    /// One that listens everywhere also listens here.
    private static String host(List<String> argv) {
        return option(argv, "--host")
                .filter(host -> !List.of("0.0.0.0", "::", "localhost").contains(host))
                .orElse("127.0.0.1");
    }

    private static String port(List<String> argv) {
        boolean sglang = argv.stream().anyMatch(word -> word.contains("sglang"));
        return option(argv, "--port")
                .filter(port -> port.matches("\\d{1,5}"))
                .orElse(sglang ? "30000" : "8000");
    }

    /// `--name value` or `--name=value`.
    private static Optional<String> option(List<String> argv, String name) {
        for (int at = 0; at < argv.size(); at++) {
            if (argv.get(at).startsWith(name + "=")) {
                return Optional.of(argv.get(at).substring(name.length() + 1));
            }
            if (argv.get(at).equals(name) && at + 1 < argv.size()) {
                return Optional.of(argv.get(at + 1));
            }
        }
        return Optional.empty();
    }

    /// As vLLM is told: by a flag of its own, in a flag with JSON, or by a variable before 0.16.
    private static Optional<Path> traces(WorkloadKeys keys) {
        return option(keys.argv(), TRACES)
                .or(() -> option(keys.argv(), "--profiler-config").flatMap(ServerParts::inJson))
                .or(() -> Optional.ofNullable(keys.env().get("VLLM_TORCH_PROFILER_DIR")))
                .map(Path::of);
    }

    private static Optional<String> inJson(String text) {
        try {
            String folder = new JsonMapper().readTree(text).path("torch_profiler_dir").asText("");
            return Optional.of(folder).filter(each -> !each.isEmpty());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static Path below(WorkloadKeys keys, Path folder) {
        return keys.cwd().orElse(Path.of("")).toAbsolutePath().resolve(folder).normalize();
    }
}
