package dev.llmprof.analysis.workload;

import dev.llmprof.model.shape.Images;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.WorkloadResults.Item;

/// The picture a workload read for an item.
public final class RequestImages {

    private RequestImages() {}

    /// None where the workload does not say that it read one.
    public static Images of(WorkloadResults results, Item item) {
        return results.images().stream()
                .filter(image -> image.path().equals(item.input()))
                .findFirst()
                .map(image ->
                        new Images(
                                1,
                                image.width(),
                                image.height(),
                                results.fact("image_mode").orElse("")))
                .orElse(Images.NONE);
    }
}
