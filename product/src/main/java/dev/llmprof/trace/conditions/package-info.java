/// What was sampled beside a run: lines of `/proc` and of nvidia-smi become samples. Read
/// [dev.llmprof.trace.conditions.SampleFiles] first.
package dev.llmprof.trace.conditions;
