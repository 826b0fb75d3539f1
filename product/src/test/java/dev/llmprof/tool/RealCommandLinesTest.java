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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Command lines of gated runs, as a person types them and as others recorded them: ours says the
/// same in the same order, and more.
class RealCommandLinesTest {

    @ParameterizedTest
    @MethodSource("lines")
    void keepTheirOrder(String label, String line) {
        List<String> real = List.of(line.strip().split(" "));
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

    static Stream<Arguments> lines() throws IOException {
        List<Arguments> lines = new ArrayList<>();
        for (String label : List.of("prefill", "decode", "sam", "clip", "projector")) {
            lines.add(
                    Arguments.of(
                            label,
                            "nsys profile --trace=cuda,nvtx,osrt --capture-range=nvtx --capture-range-end=stop --env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0 --nvtx-capture="
                                    + label
                                    + " -o out/"
                                    + label
                                    + "/run python3 -m runner device=cuda:0 model.path=m"));
            Optional<Path> recorded =
                    SharedData.ifHere(
                            "deepseek-ocr-rtx5090/reports/20251107-dsocr/nsys/per-stage/"
                                    + label
                                    + "/nsys/cmd.txt");
            if (recorded.isPresent()) {
                lines.add(Arguments.of(label, Files.readString(recorded.get())));
            }
        }
        return lines.stream();
    }
}
