package dev.llmprof.run.stage;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.model.shape.Images;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.settings.StaticKeys;
import dev.llmprof.workload.DatasetFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/// The size of a dataset's first picture, read from its header.
final class FirstInput {
    private FirstInput() {}

    /// A dataset without files of its own has nothing to look at; a file that cannot be read is a
    /// problem of the user's.
    static Optional<Images> of(Binder binder, Images otherwise) {
        Optional<StaticKeys.Dataset> dataset = binder.read("dataset", StaticKeys.Dataset.class);
        if (dataset.isEmpty() || dataset.get().root().isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<Path> first = first(dataset.get(), dataset.get().root().get());
            if (first.isEmpty()) {
                binder.add(
                        new Problem(
                                "no input was found to take the size of",
                                binder.at("dataset.root"),
                                "pipeline.static_analysis.use_synthetic_inputs=true"));
                return Optional.empty();
            }
            return Optional.of(measured(first.get(), otherwise));
        } catch (Problem.Found e) {
            e.problems().forEach(binder::add);
            return Optional.empty();
        } catch (IOException e) {
            binder.add(
                    new Problem(
                            "the first input cannot be read: " + e.getMessage(),
                            binder.at("dataset.root"),
                            "pipeline.static_analysis.use_synthetic_inputs=true"));
            return Optional.empty();
        }
    }

    private static Optional<Path> first(StaticKeys.Dataset dataset, Path root) {
        return new DatasetFiles(root, dataset.subsetFilelist(), dataset.fallbackPatterns())
                .present().stream().findFirst();
    }

    private static Images measured(Path file, Images otherwise) throws IOException {
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new IOException(file + " is not a picture");
            }
            ImageReader reader = readers.next();
            reader.setInput(in, true);
            return new Images(
                    otherwise.count(), reader.getWidth(0), reader.getHeight(0), otherwise.mode());
        }
    }
}
