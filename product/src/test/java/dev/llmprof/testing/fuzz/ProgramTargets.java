package dev.llmprof.testing.fuzz;

import dev.llmprof.load.DamagedAnswer;
import dev.llmprof.run.slurm.DamagedSweep;
import dev.llmprof.served.LoadFacts;
import dev.llmprof.served.RequestLog;
import dev.llmprof.served.RequestLogReader;
import dev.llmprof.stage.server.DamagedPages;
import dev.llmprof.stage.torch.DamagedHook;
import dev.llmprof.stage.workload.PythonHook;
import dev.llmprof.workload.ResultKeys;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// What other programs leave for us or answer: the hook, ranks, servers, tasks of a cluster, and
/// what the engine is told.
final class ProgramTargets {
    private static final Damage TEXT =
            Damage.oneOf(TextDamage.JSON, TextDamage.JSON, ByteDamage.ANY);
    private static final String SUMMARY =
            """
            {"pid": 17, "rank": "0", "world_size": 2, "host": "h", "node": null, "gpu_uuid": null,
             "began": {"unix_ns": 7, "monotonic_ns": 8}, "ended": {"unix_ns": 9, "monotonic_ns": 10},
             "argv": ["a.py"], "python": "3.12.1", "torch": "2.9.0", "cuda": null,
             "transformers": "5.0", "recorded": true, "window": {"steps": 3},
             "model": {"config": {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
              "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100},
              "dtype": "float32", "device": "cpu", "float32_matmul_precision": "highest"},
             "requests": [{"began_unix_nanos": 1794880800125000000, "sequences": 1,
              "prompt_tokens": 8, "prefill_nanos": 63000000, "decode_calls": 7, "decode_tokens": 7,
              "decode_nanos": 1900000000, "profiled": true},
              {"began_unix_nanos": 1794880803125000000, "sequences": 2, "prompt_tokens": 16,
              "prefill_nanos": 63000000, "decode_calls": 7, "decode_tokens": 14,
              "decode_nanos": 1900000000, "profiled": false}],
             "notes": ["it profiles itself", "could not record anything"]}
            """;
    private static final String RANKS =
            """
            {"schema": 1, "world_size": 2, "ranks": [
             {"rank": 0, "host": "a", "node": null, "gpu_uuid": "GPU-1", "clocks_of": "hook",
              "began": {"unix_ns": 7}, "ended": null, "file": "trace.rank0.json"},
             {"rank": 1, "host": "b", "exit": 0, "clocks_of": "process", "began": null,
              "ended": null, "file": "trace.rank1.json.gz"}]}
            """;
    private static final String SWEEP =
            """
            {"schema": 1, "id": "k3", "name": "sweep", "logs": ".slurm/logs", "poll_s": 5,
             "arrays": [{"name": "sweep", "offset": 0, "job": "17", "tasks": [0, 1]},
              {"name": "sweep.2", "offset": 1, "job": null, "tasks": [2]}],
             "tasks": [{"number": 0, "directory": "0", "overrides": ["a=1"]},
              {"number": 1, "directory": "1", "overrides": ["a=2"]},
              {"number": 2, "directory": "2", "overrides": []}]}
            """;
    private static final String EXIT =
            """
            {"code": 1, "signal": "USR1", "host": "node1", "restart": 1, "ended": "2026-11-15T14:22:33Z"}
            """;
    private static final String SETTINGS =
            """
            {"device": "cpu", "model": {"name": "m", "dtype": "bf16", "seed": 1, "preprocess":
             {"base_size": 1024, "image_size": 640, "crop_mode": true, "max_tiles": 9}},
             "dataset": {"root": "/d", "fallback_patterns": ["*.png"], "pages": 1, "seed": 2,
              "sampling": {"num_epochs": 1, "randomize": false}},
             "infer": {"decoder_prompt": "p", "max_new_tokens": 8, "temperature": 0.5,
              "do_sample": false, "no_repeat_ngram_size": 0, "seed": 3},
             "warmup": {"rounds": 1, "synthetic": true},
             "window": {"warmup": 1, "requests": 2, "max_bytes": 1000}, "results": "/r/results.json"}
            """;
    private static final String MODELS =
            """
            {"object": "list", "data": [{"id": "m", "owned_by": "vllm"}], "version": "0.11",
             "internal_states": [{}]}
            """;

    private ProgramTargets() {}

    static List<FuzzTarget> all() {
        return List.of(
                target("hook summary", SUMMARY, ProgramTargets::harvested),
                target("ranks.json", RANKS, ProgramTargets::ranked),
                new FuzzTarget(
                        "streamed answer",
                        answers(),
                        Damage.oneOf(TextDamage.JSON, TextDamage.LINES, ByteDamage.ANY),
                        ProgramTargets::answered),
                target(
                        "server pages",
                        MODELS,
                        (bytes, _) ->
                                DamagedPages.found(new String(bytes, StandardCharsets.UTF_8))),
                target("slurm sweep", SWEEP, ProgramTargets::swept),
                target("exit.json", EXIT, ProgramTargets::ended),
                target(
                        "settings.json",
                        SETTINGS,
                        (bytes, folder) ->
                                WorkloadSettings.read(
                                        Files.write(folder.resolve("settings.json"), bytes))));
    }

    private static FuzzTarget target(String name, String whole, FuzzTarget.Reading reading) {
        return new FuzzTarget(name, List.of(FuzzSeeds.text(whole)), TEXT, reading);
    }

    /// As servers frame them: in chunks, with a length, until the connection ends, and a refusal.
    private static List<byte[]> answers() {
        String events =
                """
                data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}

                data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}

                : a remark
                data: {"choices":[{"index":0,"text":" you"}]}

                data: {"choices":[{"index":0,"delta":{"tool_calls":[{"id":"x"}]},"finish_reason":"stop"}]}

                data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}

                data: [DONE]

                """;
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
        StringBuilder chunks = new StringBuilder(head + "Transfer-Encoding: chunked\r\n\r\n");
        for (String line : events.split("(?<=\n\n)", 0)) {
            chunks.append(Integer.toHexString(line.length())).append("\r\n").append(line);
            chunks.append("\r\n");
        }
        return List.of(
                FuzzSeeds.text(chunks + "0\r\n\r\n"),
                FuzzSeeds.text(head + "Content-Length: " + events.length() + "\r\n\r\n" + events),
                FuzzSeeds.text(head.replace("1.1", "1.0") + "\r\n" + events.replace("\n", "\r")),
                FuzzSeeds.text("HTTP/1.1 100 Continue\r\n\r\n" + head + "\r\n" + events),
                FuzzSeeds.text(
                        "HTTP/1.1 429 Slow\r\nContent-Length: 24\r\n\r\n"
                                + "{\"error\":{\"message\":\"m\"}}"));
    }

    /// What was heard is written down and read again.
    private static void answered(byte[] bytes, Path folder) {
        var request = DamagedAnswer.hear(bytes, new Random(Arrays.hashCode(bytes)));
        Path file = folder.resolve(RequestLog.NAME);
        var facts = new LoadFacts(7, "http://h:1", "", "m", "closed", false, LoadFacts.Goals.NONE);
        try (var log = new RequestLog(file, facts)) {
            log.add(request);
            log.end("");
        }
        var read = RequestLogReader.read(file).requests().getFirst();
        if (read.newTokens() != request.newTokens()
                || read.tokenNanos().size() != request.tokenNanos().size()
                || !read.failure().equals(request.failure())) {
            throw new IllegalStateException("written otherwise than heard: " + request + read);
        }
    }

    /// The report of a run that was timed by the hook.
    private static void harvested(byte[] bytes, Path folder) throws IOException {
        Path scratch = folder.resolve("scratch");
        Path traces = Files.createDirectories(PythonHook.traces(scratch));
        Files.write(traces.resolve("17.json"), bytes);
        DamagedHook.harvest(scratch, Files.createDirectories(folder.resolve("stage")));
        Path results = scratch.resolve(ResultKeys.FILE_NAME);
        RunTargets.reportedWith("results.json", FuzzSeeds.file(results), folder);
    }

    private static void ranked(byte[] bytes, Path folder) throws IOException {
        Path first = folder.resolve("trace.rank0.json");
        if (!Files.exists(first)) {
            Files.write(first, FuzzSeeds.kineto().getLast());
        }
        Files.write(folder.resolve("ranks.json"), bytes);
        CaptureTargets.studied(first, bytes);
    }

    private static void swept(byte[] bytes, Path folder) throws IOException {
        Path home = Files.createDirectories(folder.resolve(".slurm/tasks/0"));
        Files.writeString(home.resolve("exit.json"), EXIT);
        Files.write(folder.resolve(".slurm/sweep.json"), bytes);
        DamagedSweep.look(folder);
    }

    private static void ended(byte[] bytes, Path folder) throws IOException {
        Path home = Files.createDirectories(folder.resolve(".slurm/tasks/0"));
        Files.write(home.resolve("exit.json"), bytes);
        Files.writeString(folder.resolve(".slurm/sweep.json"), SWEEP);
        DamagedSweep.look(folder);
    }
}
