package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;

/// A way to read a kind of model. Open: a new kind is a new class and one line in the wiring.
public interface Architecture {

    boolean knows(ModelConfig config);

    Model read(ModelConfig config);
}
