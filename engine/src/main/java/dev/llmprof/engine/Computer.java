package dev.llmprof.engine;

import static org.bytedeco.pytorch.global.torch.cuda_device_count;
import static org.bytedeco.pytorch.global.torch.cuda_is_available;
import static org.bytedeco.pytorch.global.torch.globalContext;
import static org.bytedeco.pytorch.global.torch.hasCUDA;

import dev.llmprof.problem.Problem;
import dev.llmprof.workload.ResultKeys;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AbstractTensor;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The device that computes.
record Computer(String name, Device device) {

    static Computer of(String asked) {
        if (asked.equals("cpu") || (asked.equals("auto") && !cuda())) {
            return new Computer("cpu", new Device("cpu"));
        }
        String name = asked.equals("auto") || asked.equals("cuda") ? "cuda:0" : asked;
        if (!name.matches("cuda:\\d+")) {
            throw new Problem("unknown device '" + asked + "'", "device", "cpu, auto or cuda:0")
                    .found();
        }
        requireCuda(name);
        return new Computer(name, new Device(name));
    }

    boolean isCuda() {
        return !name.equals("cpu");
    }

    /// Waits until the device has done all that was asked: copying one number back does.
    void synchronise() {
        if (isCuda()) {
            try (var _ = new PointerScope()) {
                float got = AbstractTensor.create(0f).to(device, ScalarType.Float).item_float();
                assert got == 0;
            }
        }
    }

    /// How fp32 is multiplied, in PyTorch's words.
    String floatProducts() {
        return globalContext().allowTF32CuBLAS() ? "high" : ResultKeys.HIGHEST;
    }

    private static boolean cuda() {
        return hasCUDA() && cuda_is_available();
    }

    private static void requireCuda(String name) {
        if (!hasCUDA()) {
            throw new Problem(
                            name + " was asked for, but this engine has libtorch for the CPU only",
                            "device",
                            "llmprof engine --cuda   or   device=cpu")
                    .found();
        }
        int index = Integer.parseInt(name.substring("cuda:".length()));
        if (!cuda_is_available() || index >= cuda_device_count()) {
            throw new Problem(
                            name
                                    + " was asked for, but CUDA shows "
                                    + (cuda_is_available() ? cuda_device_count() : 0)
                                    + " devices",
                            "device",
                            "device=cpu, or look at `llmprof doctor`")
                    .found();
        }
    }
}
