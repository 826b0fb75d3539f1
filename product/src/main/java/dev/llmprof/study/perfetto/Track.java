package dev.llmprof.study.perfetto;

/// A row of Perfetto: the numbers of a process and of a thread in it, which are ours and no
/// system's.
record Track(int process, int thread) {}
