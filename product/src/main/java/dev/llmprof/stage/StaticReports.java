package dev.llmprof.stage;

import dev.llmprof.model.Model;
import dev.llmprof.model.Precision;
import dev.llmprof.model.Request;
import dev.llmprof.pipeline.Artifact;
import java.nio.file.Path;
import java.util.List;

/// Writes what a request costs a model on paper; the stage itself computes and prints nothing.
@FunctionalInterface
public interface StaticReports {

    List<Artifact> write(Path directory, Model model, Precision precision, Request request);
}
