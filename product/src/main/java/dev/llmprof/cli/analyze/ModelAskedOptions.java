package dev.llmprof.cli.analyze;

import dev.llmprof.problem.Problem;
import dev.llmprof.study.ModelAsked;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/// The flags of `analyze` about a model.
final class ModelAskedOptions {
    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description =
                    "Hold the times against this model: config.json, a folder with one, a GGUF file, or a preset.")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--gpu",
            paramLabel = "NAME",
            description = "On this GPU, as in llmprof model; the capture's own if not given.")
    private Optional<String> gpu = Optional.empty();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Sequences at once; read from the shapes if not given.")
    private int batch;

    @Option(
            names = "--prompt",
            paramLabel = "N",
            description = "Tokens of a prompt; read from the shapes if not given.")
    private int prompt;

    @Option(
            names = "--new-tokens",
            paramLabel = "N",
            description = "Tokens that were generated; read from the shapes if not given.")
    private int newTokens;

    Optional<ModelAsked> asked() {
        boolean described = gpu.isPresent() || batch != 0 || prompt != 0 || newTokens != 0;
        if (model.isEmpty() && described) {
            throw new Problem(
                            "a GPU or a request says nothing without a model",
                            "the command line",
                            "add --model CONFIG, or leave --gpu, --batch, --prompt and --new-tokens out")
                    .found();
        }
        return model.map(word ->
                new ModelAsked(
                        word,
                        gpu,
                        given("--batch", batch),
                        given("--prompt", prompt),
                        given("--new-tokens", newTokens)));
    }

    private static OptionalInt given(String name, int value) {
        if (value < 0) {
            throw new Problem(
                            "there is no negative number of these", name + " " + value, name + " 1")
                    .found();
        }
        return value == 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
