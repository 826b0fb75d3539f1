package dev.llmprof.run.settings;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.InRange;
import dev.llmprof.config.bind.Open;
import dev.llmprof.config.command.Roots;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.source.ResourceRoot;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.GpuReader;
import dev.llmprof.host.Devices;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Requests and devices of `llmprof model` from overrides of the configuration.
public final class StaticPoints {

    /// `request` as it is written.
    @Open
    record RequestKeys(
            @InRange(min = 1) int batch,
            @InRange(min = 0) int prompt,
            @InRange(min = 0) int newTokens,
            @InRange(min = 0) int images,
            Optional<String> imageMode,
            @InRange(min = 1) Optional<Integer> imageWidth,
            @InRange(min = 1) Optional<Integer> imageHeight) {

        Request request() {
            Images pictures =
                    new Images(
                            images,
                            imageWidth.orElse(Images.NONE.widthPixels()),
                            imageHeight.orElse(Images.NONE.heightPixels()),
                            imageMode.orElse(""));
            return new Request(batch, prompt, newTokens, pictures);
        }
    }

    private StaticPoints() {}

    /// `configDirectory` has configuration files of the user's beside the shipped ones.
    public static List<StaticPoint> of(
            List<String> overrides, boolean multirun, Optional<Path> configDirectory) {
        Path here = Path.of("").toAbsolutePath();
        List<ConfigRoot> roots = new ArrayList<>();
        roots.add(ResourceRoot.of("main", "conf", "config.yaml", here));
        configDirectory.ifPresent(path -> roots.add(Roots.further(here.resolve(path), here)));
        var request =
                new dev.llmprof.config.source.Request(
                        roots,
                        Optional.of("config"),
                        overrides,
                        dev.llmprof.config.source.Request.Mode.RUN,
                        "llmprof",
                        here,
                        System.getenv(),
                        dev.llmprof.config.source.Request.localTime());
        var composer = new Composer();
        if (!multirun) {
            return List.of(point(composer.compose(request)));
        }
        var sweeps = new Sweeps(composer);
        List<StaticPoint> points = new ArrayList<>();
        for (PlannedJob job : sweeps.plan(sweeps.master(request))) {
            points.add(point(job.composition()));
        }
        return points;
    }

    private static StaticPoint point(Composition composition) {
        RequestKeys keys = Binder.bind(composition, "request", RequestKeys.class);
        return new StaticPoint(keys.request(), device(composition));
    }

    /// The GPU as composed, so that one of the user's own, or a changed key, counts.
    private static Optional<Gpu> device(Composition composition) {
        Node gpu = composition.resolvedJob().get("gpu").orElse(composition.job());
        Object tree = plain(gpu);
        if (tree instanceof Map<?, ?> map && "auto".equals(map.get("name"))) {
            return Devices.found(System.getenv());
        }
        return Optional.of(GpuReader.of(tree, "gpu"));
    }

    private static Object plain(Node node) {
        return switch (node) {
            case MapNode map -> {
                Map<String, Object> plain = new LinkedHashMap<>();
                map.entries()
                        .forEach(e -> plain.put(String.valueOf(e.getKey()), plain(e.getValue())));
                yield plain;
            }
            case ListNode list -> list.items().stream().map(StaticPoints::plain).toList();
            case Node.Text text -> text.value();
            case Node.Whole whole -> whole.value();
            case Node.Real real -> real.value();
            case Node.Truth truth -> truth.value();
            case Node.Nothing _ -> "";
            case Node.Missing _ -> "";
            case Node.Interpolation interpolation -> interpolation.source();
        };
    }
}
