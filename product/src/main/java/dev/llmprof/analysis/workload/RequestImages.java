package dev.llmprof.analysis.workload;

import dev.llmprof.model.shape.Images;
import dev.llmprof.trace.WorkloadResults;

/// The picture a workload read for a request.
public final class RequestImages {

    private RequestImages() {}

    /// None where the workload does not say that it read one.
    public static Images of(WorkloadResults results, String input) {
        return results.images().stream()
                .filter(image -> image.path().equals(input))
                .findFirst()
                .map(image ->
                        new Images(
                                1, image.width(), image.height(), results.imageMode().orElse("")))
                .orElse(Images.NONE);
    }
}
