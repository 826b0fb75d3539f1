package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.process.Command;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Command lines of real gated runs: ours says the same in the same order, and more.
class RealCommandLinesTest {

    @ParameterizedTest // S24, S54
    @ValueSource(strings = {"prefill", "decode", "sam", "clip", "projector"})
    void keepTheirOrder(String label) throws IOException {
        Path file =
                SharedData.at(
                        "deepseek-ocr-rtx5090/reports/20251107-dsocr/nsys/per-stage/"
                                + label
                                + "/nsys/cmd.txt");
        List<String> real = List.of(Files.readString(file).strip().split(" "));
        int program = real.indexOf("-o") + 2;
        var settings =
                new Nsys.Settings(
                        "cuda,nvtx,osrt",
                        "none",
                        "none",
                        Optional.of("node"),
                        new Nsys.Capture.Nvtx(label),
                        Optional.of("stop"),
                        new Nsys.Domains.All());

        List<String> ours =
                Nsys.profile(
                                settings,
                                Path.of(real.get(program - 1)),
                                Command.of(real.subList(program, real.size())))
                        .argv();

        var common = new ArrayList<>(ours);
        common.retainAll(real);
        assertEquals(real, common);
    }
}
