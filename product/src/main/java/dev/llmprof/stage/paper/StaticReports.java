package dev.llmprof.stage.paper;

import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.pipeline.Artifact;
import java.nio.file.Path;
import java.util.List;

/// Writes what a request costs a model on paper; the stage itself computes and prints nothing.
@FunctionalInterface
public interface StaticReports {

    List<Artifact> write(Path directory, Model model, Precision precision, Request request);
}
