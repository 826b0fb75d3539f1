package dev.llmprof.engine;

import static org.bytedeco.pytorch.global.torch.cuda_device_count;
import static org.bytedeco.pytorch.global.torch.cuda_is_available;
import static org.bytedeco.pytorch.global.torch.hasCUDA;

import java.io.IOException;
import java.io.PrintStream;
import org.bytedeco.javacpp.Loader;

/// What this engine's libtorch is and can do, a word and its value a line: only the process that
/// loaded it knows.
record About(String torch, boolean builtForCuda, boolean loadedCuda, int devices) {
    private static final String CUDA_NATIVES = "-gpu";

    /// `natives` is the file that was loaded; its folder has the platform's name.
    static About of(String natives) throws IOException {
        boolean available = hasCUDA() && cuda_is_available();
        return new About(
                Loader.getVersion("org.bytedeco", "pytorch"),
                natives.contains(CUDA_NATIVES + "/"),
                hasCUDA(),
                available ? cuda_device_count() : 0);
    }

    void print(PrintStream out) {
        out.println("torch " + torch);
        out.println("built_for " + (builtForCuda ? "cuda" : "cpu"));
        out.println("loaded_cuda " + loadedCuda);
        out.println("devices " + devices);
    }
}
