/// What profiling cost. Read [dev.llmprof.analysis.overhead.ProfilingOverhead] first.
package dev.llmprof.analysis.overhead;
