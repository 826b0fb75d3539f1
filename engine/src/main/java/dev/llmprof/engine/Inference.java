package dev.llmprof.engine;

import dev.llmprof.engine.decoder.Sampler;
import dev.llmprof.engine.image.ImageFile;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.OcrModel;
import dev.llmprof.engine.model.Session;
import dev.llmprof.engine.model.TextModel;
import dev.llmprof.engine.profile.Kineto;
import dev.llmprof.engine.profile.Marks;
import dev.llmprof.engine.profile.Nvtx;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.profile.Recording;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The workload itself: warm-up, one run under the profiler, then every item on the clock.
final class Inference {
    private static final int WARMUP_TOKENS = 8;

    private final WorkloadSettings settings;
    private final Computer computer;
    private final Model model;
    private final Optional<Nvtx> nvtx;
    private final Results results;
    private final PrintStream log;
    private final BooleanSupplier stopped;

    Inference(
            WorkloadSettings settings,
            Computer computer,
            Model model,
            Optional<Nvtx> nvtx,
            Results results,
            PrintStream log,
            BooleanSupplier stopped) {
        this.settings = settings;
        this.computer = computer;
        this.model = model;
        this.nvtx = nvtx;
        this.results = results;
        this.log = log;
        this.stopped = stopped;
    }

    void run(List<Path> files) throws IOException {
        warmUp(files.getFirst());
        if (settings.profiler().isPresent() && !stopped.getAsBoolean()) {
            profile(files.getFirst(), settings.profiler().get());
        }
        List<List<Path>> epochs = Sampling.of(settings.dataset().sampling()).epochs(files);
        int total = epochs.stream().mapToInt(List::size).sum();
        int done = 0;
        var outputs = new Outputs(settings, model);
        for (int epoch = 0; epoch < epochs.size(); epoch++) {
            for (Path file : epochs.get(epoch)) {
                if (stopped.getAsBoolean()) {
                    return;
                }
                Marks marks = marks(false);
                ItemResult item = item(epoch, file, prepared(file), marks);
                results.add(item);
                outputs.write(item);
                say(++done, total, item);
            }
        }
    }

    /// Ranges stay unseen by nsys here: a gate must open on the real thing.
    private void warmUp(Path first) {
        WorkloadSettings.Warmup warmup = settings.warmup();
        if (warmup.rounds() == 0) {
            return;
        }
        Model.Prepared prepared = warmup.synthetic() ? synthetic() : prepared(first);
        var session = new Session(model, Ranges.NONE, stopped);
        for (int round = 0; round < warmup.rounds() && !stopped.getAsBoolean(); round++) {
            session.run(prepared, limits(prepared, WARMUP_TOKENS));
            computer.synchronise();
        }
        log.println(
                String.format(
                        Locale.ROOT,
                        "warm-up: %d rounds on %s",
                        warmup.rounds(),
                        warmup.synthetic() ? "synthetic input" : first.getFileName()));
    }

    private void profile(Path file, WorkloadSettings.Profiler profiler) throws IOException {
        Kineto.Options options = options(profiler);
        Model.Prepared prepared = prepared(file);
        Marks marks = marks(true);
        ItemResult item =
                new Recording(options)
                        .around(profiler.trace(), () -> item(0, file, prepared, marks));
        results.profiled(item);
        log.println(
                String.format(
                        Locale.ROOT,
                        "profiled %s: prefill %.1f ms, decode %.1f ms, %d tokens",
                        file.getFileName(),
                        ItemResult.millis(item.prefillNanos()),
                        ItemResult.millis(item.decodeNanos()),
                        item.tokens().size()));
    }

    /// What can be recorded of what was asked; the rest is refused or noted.
    private Kineto.Options options(WorkloadSettings.Profiler profiler) {
        boolean cpu = profiler.activities().contains("cpu");
        boolean cuda = profiler.activities().contains("cuda");
        if (!computer.isCuda() && !cpu) {
            throw new Problem(
                            "activities has no cpu, and the model runs on the CPU: nothing to record",
                            "pipeline.torch_profiler.activities",
                            "pipeline.torch_profiler.activities=[cpu]")
                    .found();
        }
        if (!computer.isCuda() && cuda) {
            results.note("activity cuda was left out: the model runs on the CPU");
        }
        if (profiler.withStack()) {
            results.note("with_stack was left out: the engine has no Python frames to show");
        }
        return new Kineto.Options(
                cpu, cuda && computer.isCuda(), profiler.recordShapes(), profiler.profileMemory());
    }

    private ItemResult item(int epoch, Path file, Model.Prepared prepared, Marks marks) {
        var session = new Session(model, marks, stopped);
        Session.Generated generated =
                session.run(prepared, limits(prepared, settings.infer().maxNewTokens()));
        return ItemResult.of(epoch, file, generated, marks);
    }

    private Marks marks(boolean traced) {
        return new Marks(nvtx, traced, computer::synchronise);
    }

    private Model.Prepared prepared(Path file) {
        return switch (model) {
            case TextModel text -> text.prepare(words(file));
            case OcrModel ocr -> {
                Rgb page = ImageFile.read(file);
                results.seen(file, page);
                yield ocr.prepare(page, settings.infer().decoderPrompt());
            }
        };
    }

    /// A grey page, or a line of words.
    private Model.Prepared synthetic() {
        int size = settings.model().preprocess().baseSize();
        return switch (model) {
            case TextModel text -> text.prepare("warm up ".repeat(16));
            case OcrModel ocr ->
                    ocr.prepare(Rgb.plain(size, size, 127), settings.infer().decoderPrompt());
        };
    }

    private Session.Limits limits(Model.Prepared prepared, int newTokens) {
        WorkloadSettings.Infer infer = settings.infer();
        int room = room(prepared.ids().size());
        if (newTokens > room) {
            results.note(
                    "max_new_tokens was cut to fit: the model reads "
                            + model.decoder().config().positions()
                            + " positions, prompt and answer together");
        }
        return new Session.Limits(
                Math.min(newTokens, room),
                new Sampler.Decoding(
                        infer.doSample(),
                        infer.temperature(),
                        infer.noRepeatNgramSize(),
                        infer.seed()),
                model.decoder().config().vocabulary().endOfText());
    }

    /// Positions that a prompt leaves for the answer.
    private int room(int prompt) {
        int positions = model.decoder().config().positions();
        if (prompt == 0) {
            throw new Problem(
                            "a prompt is empty, and this model puts nothing in front of it",
                            "dataset",
                            "leave the empty file out of the dataset")
                    .found();
        }
        if (prompt >= positions) {
            throw new Problem(
                            "the prompt has " + prompt + " tokens, the model reads " + positions,
                            "max_position_embeddings in config.json",
                            "use smaller pages or a smaller model.preprocess.base_size")
                    .found();
        }
        return positions - prompt;
    }

    private void say(int done, int total, ItemResult item) {
        log.println(
                String.format(
                        Locale.ROOT,
                        "%d/%d %s: prefill %.1f ms, decode %.1f ms, %d tokens, %.1f tokens/s",
                        done,
                        total,
                        item.file().getFileName(),
                        ItemResult.millis(item.prefillNanos()),
                        ItemResult.millis(item.decodeNanos()),
                        item.tokens().size(),
                        item.tokensPerSecond()));
    }

    private static String words(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (CharacterCodingException e) {
            throw unreadable(file, "it is not UTF-8");
        } catch (IOException e) {
            throw unreadable(file, e.getMessage() + "");
        }
    }

    private static Problem.Found unreadable(Path file, String why) {
        return new Problem(
                        "cannot read the prompt " + file.getFileName() + ": " + why,
                        file.toString(),
                        "prompts are text files in UTF-8")
                .found();
    }
}
