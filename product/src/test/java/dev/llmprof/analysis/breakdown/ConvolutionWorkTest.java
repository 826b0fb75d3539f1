package dev.llmprof.analysis.breakdown;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Convolutions that PyTorch 2 recorded on a CPU: name, shapes, types and values of the inputs,
/// what torch.utils.flop_counter counted, and the output's shape.
class ConvolutionWorkTest {
    record Recorded(
            String name, String shapes, String types, String values, double flops, String output) {
        boolean isBackward() {
            return name.endsWith("backward");
        }

        long groups() {
            List<String> all = Tensors.quoted(values);
            return Long.parseLong(all.get(isBackward() ? all.size() - 2 : all.size() - 1));
        }

        OperatorWork work() {
            return OperatorWork.of(name, shapes, types, values);
        }
    }

    private static Stream<Recorded> recorded() throws IOException {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                ConvolutionWorkTest.class.getResourceAsStream("convolutions.txt"),
                                StandardCharsets.UTF_8))) {
            return lines
                    .lines()
                    .map(line -> line.split("\\|"))
                    .map(ConvolutionWorkTest::recorded)
                    .toList()
                    .stream();
        }
    }

    private static Recorded recorded(String[] cells) {
        return new Recorded(
                cells[0], cells[1], cells[2], cells[3], Double.parseDouble(cells[4]), cells[5]);
    }

    /// PyTorch's counter takes the gradient of grouped weights for one of all channels: with two
    /// groups that part is twice, with eight eight times what it is.
    @ParameterizedTest
    @MethodSource("recorded")
    void flopsAreThoseOfPytorchsOwnCounter(Recorded it) {
        double counted = it.isBackward() ? it.flops() * 2 / (1 + it.groups()) : it.flops();
        assertEquals(OptionalDouble.of(counted), it.work().flops());
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void bytesAreThoseOfInputsAndOfWhatIsWritten(Recorded it) {
        List<List<Long>> in = Shapes.of(it.shapes()).inputs();
        double read =
                in.stream().filter(each -> !each.isEmpty()).mapToDouble(Tensors::elements).sum();
        double written =
                it.isBackward()
                        ? Tensors.elements(in.get(1)) + Tensors.elements(in.get(2))
                        : Tensors.elements(Shapes.of("[" + it.output() + "]").inputs().getFirst());
        // One that lacks its batch writes without it, too.
        assertEquals(OptionalDouble.of(4 * (read + written)), it.work().bytes());
    }

    @Test
    void withoutStridesNothingIsKnown() {
        assertEquals(
                OperatorWork.UNKNOWN,
                OperatorWork.of(
                        "aten::cudnn_convolution",
                        "[[32, 3, 224, 224], [64, 3, 7, 7], [], [], [], [], [], [], []]",
                        "[\"float\", \"float\"]"));
    }

    @Test
    void onlyTheGradientThatIsWantedCounts() {
        // The first layer of a network: no gradient of the picture.
        OperatorWork work =
                OperatorWork.of(
                        "aten::convolution_backward",
                        "[[2, 16, 16, 16], [2, 8, 32, 32], [16, 8, 3, 3]]",
                        "[\"float\", \"float\", \"float\"]",
                        "[\"\",\"\",\"\",\"[0]\",\"[2, 2]\",\"[1, 1]\",\"[1, 1]\",\"False\",\"[0, 0]\",\"1\","
                                + "\"[False, True, False]\"]");
        assertEquals(OptionalDouble.of(2.0 * 2 * 16 * 16 * 16 * 8 * 9), work.flops());
    }

    /// A product of 128 × 14 × 14 patches of 3 × 16 × 16 with 768 channels.
    @Test
    void aTraceWithItsArgumentsHasTheRateOfItsConvolutions() throws IOException {
        double patches = 2.0 * 128 * 14 * 14 * 768 * 3 * 16 * 16;
        assertEquals(Optional.of(patches / 1e-3), rate(own()));
        Optional<Path> timesformer =
                SharedData.ifHere(
                        "kineto/tracelens/h100_facebook_timesformer-base-finetuned-k400__1016002.json.gz");
        if (timesformer.isPresent()) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(timesformer.get()))) {
                // 1.23 ms.
                assertEquals(patches / 1.2345e-3, rate(in).orElseThrow(), .01 * patches / 1e-3);
            }
        }
    }

    private static InputStream own() {
        return new ByteArrayInputStream(
                """
                {"traceEvents": [
                {"ph":"X","cat":"cpu_op","name":"aten::cudnn_convolution","pid":1,"tid":1,"ts":0,"dur":50,"args":{
                "Input Dims":[[128,3,224,224],[768,3,16,16],[],[],[],[],[],[],[]],
                "Input type":["c10::BFloat16","c10::BFloat16","ScalarList","ScalarList","ScalarList","Scalar","Scalar","Scalar","Scalar"],
                "Concrete Inputs":["","","[0, 0]","[16, 16]","[1, 1]","1","False","False","True"]}},
                {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":3,"dur":1,"args":{"correlation":1}},
                {"ph":"X","cat":"kernel","name":"conv","pid":0,"tid":7,"ts":100,"dur":1000,"args":{"correlation":1,"device":0,"stream":7}}]}
                """
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<Double> rate(InputStream json) throws IOException {
        var trace = KinetoReader.read("own", json);
        return Capture.of(NestedTrace.of(trace)).host().rates().rows().stream()
                .filter(row -> row.name().equals("aten::cudnn_convolution"))
                .findFirst()
                .map(row -> row.flopsPerSecond().orElseThrow());
    }
}
