package dev.llmprof.model.vision;

/// A square picture as an encoder gets it, `count` times.
public record View(int sidePixels, double count) {}
