package dev.llmprof.run.settings;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.shape.Request;
import java.util.Optional;

/// A request of `llmprof model` on a device, if one was named.
public record StaticPoint(Request request, Optional<Gpu> gpu) {}
