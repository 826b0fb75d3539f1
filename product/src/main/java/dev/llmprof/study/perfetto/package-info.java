/// One file for Perfetto: all captures of a study, requests and conditions on one clock. Read
/// [PerfettoFile] first.
@NullMarked
package dev.llmprof.study.perfetto;

import org.jspecify.annotations.NullMarked;
