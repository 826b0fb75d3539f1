package dev.llmprof.study.capture;

import dev.llmprof.trace.kineto.KinetoFiles;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.nsys.NsysKernelSummary;

/// Told of what a capture holds, one trace after the other, so that none need stay while the next
/// one comes.
public interface CaptureTaker extends KinetoFiles.Taker {

    void profile(String source, NcuProfile profile);

    void summary(String source, NsysKernelSummary summary);
}
