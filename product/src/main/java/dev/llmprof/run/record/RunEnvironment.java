package dev.llmprof.run.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.host.HostFacts;
import dev.llmprof.host.HostTool;
import dev.llmprof.host.NvidiaDriver;
import dev.llmprof.host.PythonPackages;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.secret.SecretNames;
import dev.llmprof.secret.Secrets;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.tool.NvidiaSmi;
import dev.llmprof.tool.NvidiaSmi.InstalledGpu;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What a run happens on: machine, GPUs, tools, versions. Becomes `env.json`.
public final class RunEnvironment {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> PREFIXES =
            List.of(
                    "CUDA",
                    "NVIDIA",
                    "NCCL",
                    "NSYS",
                    "OMP_",
                    "MKL_",
                    "OPENBLAS",
                    "TORCH",
                    "PYTORCH",
                    "PYTHON",
                    "HF_",
                    "LD_",
                    "ROCR",
                    "HIP",
                    "SLURM_",
                    "CONDA_",
                    "VIRTUAL_ENV",
                    "PATH",
                    "LLMPROF");

    private final Processes processes;
    private final Map<String, String> environment;
    private final List<HostTool> tools;

    /// `tools` are those of all stages.
    public RunEnvironment(
            Processes processes, Map<String, String> environment, List<HostTool> tools) {
        this.processes = processes;
        this.environment = environment;
        this.tools = List.copyOf(tools);
    }

    public static boolean hasDriver() {
        return NvidiaDriver.here().isPresent();
    }

    /// The versions of those tools that are installed, by their names.
    public Map<String, String> tools() {
        try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            Map<String, CompletableFuture<Optional<String>>> asked = new TreeMap<>();
            for (HostTool tool : tools) {
                asked.put(
                        tool.program(),
                        async(executor, () -> said(tool.version()).flatMap(tool.versionIn())));
            }
            Map<String, String> found = new TreeMap<>();
            asked.forEach((program, answer) ->
                    answer.join().ifPresent(version -> found.put(program, version)));
            return found;
        }
    }

    /// Asked all at once: together they take as long as the slowest.
    ObjectNode describe(String llmprof, Workload workload, Map<String, String> versions) {
        try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            Path directory = workload.surroundings().directory().orElse(Path.of(""));
            var gpus = async(executor, this::gpus);
            var cuda = async(executor, () -> said(NvidiaSmi.page()).flatMap(NvidiaSmi::cuda));
            var packages = async(executor, () -> packages(workload));
            var commit = async(executor, () -> git(directory, "rev-parse", "HEAD"));
            var changes = async(executor, () -> git(directory, "status", "--porcelain"));
            ObjectNode root = JsonNodeFactory.instance.objectNode();
            putGpus(root, gpus.join());
            root.put("cuda", cuda.join().orElse(null));
            putPackages(root, packages.join());
            putHost(root);
            root.put("llmprof", llmprof);
            root.put("java", Runtime.version().toString());
            ObjectNode installed = root.putObject("tools");
            tools.forEach(tool -> installed.put(tool.program(), versions.get(tool.program())));
            commit.join()
                    .ifPresent(hash ->
                            root.putObject("git")
                                    .put("directory", directory.toAbsolutePath().toString())
                                    .put("commit", hash)
                                    .put(
                                            "dirty",
                                            changes.join().map(s -> !s.isEmpty()).orElse(false)));
            putVariables(root);
            return root;
        }
    }

    private List<InstalledGpu> gpus() {
        return said(NvidiaSmi.query()).map(NvidiaSmi::gpus).orElse(List.of());
    }

    /// Of the Python that runs the workload, where one does.
    private Map<String, String> packages(Workload workload) {
        Optional<String> python =
                switch (workload) {
                    case Workload.PythonModule module -> Optional.of(module.python());
                    case Workload.Command command ->
                            Optional.of(command.argv().getFirst())
                                    .filter(name ->
                                            name.replaceAll(".*/", "").startsWith("python"));
                    case Workload.Builtin _, Workload.Server _ -> Optional.empty();
                };
        Path directory = workload.surroundings().directory().orElse(Path.of("")).toAbsolutePath();
        return python.map(name -> PythonPackages.of(name, directory, processes)).orElse(Map.of());
    }

    private Optional<String> git(Path directory, String... words) {
        List<String> argv =
                Stream.concat(
                                Stream.of(
                                        "git",
                                        "--no-optional-locks",
                                        "-C",
                                        directory.toAbsolutePath().toString()),
                                Stream.of(words))
                        .toList();
        return said(Command.of(argv)).map(String::strip);
    }

    private Optional<String> said(Command command) {
        Processes.Answer answer = processes.ask(command, PATIENCE);
        return answer.ended() instanceof Ended.Exited(int code, _) && code == 0
                ? Optional.of(answer.output())
                : Optional.empty();
    }

    private static void putGpus(ObjectNode root, List<InstalledGpu> gpus) {
        root.put("gpu", gpus.isEmpty() ? null : gpus.getFirst().name());
        var array = root.putArray("gpus");
        for (InstalledGpu gpu : gpus) {
            array.addObject()
                    .put("name", gpu.name())
                    .put("driver", gpu.driver())
                    .put("memory", gpu.memory())
                    .put("uuid", gpu.uuid());
        }
    }

    private static void putPackages(ObjectNode root, Map<String, String> packages) {
        root.put("torch", packages.get("torch"));
        root.put("transformers", packages.get("transformers"));
        ObjectNode node = root.putObject("packages");
        packages.forEach(node::put);
    }

    private static void putHost(ObjectNode root) {
        ObjectNode host = root.putObject("host");
        HostFacts facts = HostFacts.here();
        host.put("name", facts.name().orElse(null));
        host.put("system", facts.system());
        host.put("architecture", facts.architecture());
        host.put("cpu", facts.cpu().orElse(null));
        host.put("cores", facts.cores());
        host.put("memory", facts.memory().orElse(null));
        root.put("driver", NvidiaDriver.here().text().orElse(null));
    }

    private void putVariables(ObjectNode root) {
        ObjectNode node = root.putObject("variables");
        new TreeMap<>(environment)
                .forEach((name, value) -> {
                    boolean telling = PREFIXES.stream().anyMatch(name::startsWith);
                    if (telling || SecretNames.isSecret(name)) {
                        node.put(name, Secrets.hide(name, value));
                    }
                });
    }

    private static <T> CompletableFuture<T> async(Executor executor, Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, executor);
    }
}
