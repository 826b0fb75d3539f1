package dev.llmprof.run.engine;

import java.util.Optional;

/// Where a workload computes, and what there is to say about that.
public record DeviceChoice(String device, Optional<String> remark) {

    public static DeviceChoice of(String device) {
        return new DeviceChoice(device, Optional.empty());
    }

    static DeviceChoice cpu(String remark) {
        return new DeviceChoice("cpu", Optional.of(remark));
    }
}
