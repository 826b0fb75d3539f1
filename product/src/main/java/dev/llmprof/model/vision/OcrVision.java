package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Convolution;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Vision;
import java.util.ArrayList;
import java.util.List;

/// DeepSeek-OCR's eyes: SAM, then CLIP on what SAM compressed, then a projector over both.
public record OcrVision(SamEncoder sam, Clip clip, long projectorIn, long projectorOut)
        implements Vision {

    /// CLIP without its own patches: its convolution is stored and never run.
    public record Clip(
            long width, long heads, int layers, long inner, long patch, long tableRows) {}

    @Override
    public List<String> stages() {
        return List.of("sam", "clip", "projector");
    }

    @Override
    public long promptTokens(Images images) {
        return images.count()
                * OcrMode.named(images.mode())
                        .promptTokens(images.widthPixels(), images.heightPixels());
    }

    @Override
    public List<Operator> operators(String stage, Images images, int batch) {
        return operators(stage, views(images, batch));
    }

    public List<Operator> operators(String stage, List<View> views) {
        return switch (stage) {
            case "sam" -> sam.operators(views);
            case "clip" -> clip(views);
            case "projector" -> projector(views);
            default -> throw new IllegalArgumentException("no vision stage " + stage);
        };
    }

    private static List<View> views(Images images, int batch) {
        double pictures = (double) images.count() * batch;
        return OcrMode.named(images.mode())
                .views(images.widthPixels(), images.heightPixels())
                .stream()
                .map(view -> new View(view.sidePixels(), view.count() * pictures))
                .toList();
    }

    private List<Operator> clip(List<View> views) {
        double tokens = 0;
        double scores = 0;
        for (View view : views) {
            double length = features(view) + 1;
            tokens += view.count() * length;
            scores += view.count() * length * length;
        }
        List<Operator> operators = new ArrayList<>();
        long width = clip.width();
        operators.add(new Stored("class_embedding", 1, width));
        operators.add(new Stored("position_embedding", 1, clip.tableRows() * width));
        operators.add(
                new Convolution(
                        "patch_embedding",
                        1,
                        0,
                        0,
                        3,
                        width,
                        clip.patch() * clip.patch(),
                        1,
                        false));
        operators.add(new Norm("pre_layrnorm", 1, tokens, width, Norm.Kind.LAYER));
        new VisionLayers(
                        "",
                        clip.layers(),
                        LayerShape.plain(width, clip.heads(), clip.inner()),
                        tokens,
                        tokens,
                        scores)
                .addTo(operators);
        return operators;
    }

    private List<Operator> projector(List<View> views) {
        double tokens = 0;
        for (View view : views) {
            tokens += view.count() * features(view);
        }
        return List.of(
                new Linear("projector", 1, tokens, projectorIn, projectorOut, true, Split.WHOLE),
                new Stored("image_newline", 1, projectorOut),
                new Stored("view_seperator", 1, projectorOut));
    }

    private double features(View view) {
        double side = Math.ceil(view.sidePixels() / (double) sam.patch() / 4);
        return side * side;
    }
}
