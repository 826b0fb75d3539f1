package dev.llmprof.analysis.lint;

/// A rule that a capture breaks, and the numbers that show it. `source` is the capture's file;
/// empty where it is about several.
public record LintFinding(LintRule rule, String source, String evidence) {}
