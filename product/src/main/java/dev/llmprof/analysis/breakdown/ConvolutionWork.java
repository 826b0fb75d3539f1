package dev.llmprof.analysis.breakdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a convolution has to do. Strides, padding and dilation are values, not shapes: where the
/// trace does not have them, nothing is known of a forward one.
final class ConvolutionWork {
    private static final Pattern NUMBERS = Pattern.compile("\\[?([0-9 ,]+)]?");
    private static final int NONE = -1;

    /// Where an operator has its arguments, and whether it is transposed whatever they say.
    private record Places(
            int stride, int padding, int dilation, int added, int groups, boolean transposed) {
        static Places plain(int stride, int padding, int dilation) {
            return new Places(stride, padding, dilation, NONE, NONE, false);
        }
    }

    private ConvolutionWork() {}

    static Optional<OperatorWork> of(String plain, Tensors in, List<String> arguments) {
        return switch (plain) {
            case "conv1d",
                    "conv2d",
                    "conv3d",
                    "cudnn_convolution_relu",
                    "miopen_convolution_relu" ->
                    forward(in, arguments, Places.plain(3, 4, 5));
            case "cudnn_convolution" -> forward(in, arguments, Places.plain(3, 2, 4));
            case "miopen_convolution", "miopen_depthwise_convolution", "mkldnn_convolution" ->
                    forward(in, arguments, Places.plain(4, 3, 5));
            case "_conv_depthwise2d", "conv_depthwise3d", "slow_conv_dilated2d" ->
                    forward(in, arguments, Places.plain(4, 5, 6));
            case "cudnn_convolution_transpose" ->
                    forward(in, arguments, new Places(4, 2, 5, 3, 6, true));
            case "miopen_convolution_transpose" ->
                    forward(in, arguments, new Places(5, 3, 6, 4, 7, true));
            case "convolution", "_convolution", "convolution_overrideable" ->
                    forward(
                            in,
                            arguments,
                            new Places(3, 4, 5, 7, 8, value(arguments, 6).equals("True")));
            case "convolution_backward" -> backward(in, arguments);
            case "cudnn_convolution_backward_input" -> toInput(in);
            default -> Optional.empty();
        };
    }

    private static Optional<OperatorWork> forward(
            Tensors in, List<String> arguments, Places places) {
        List<Long> x = in.shape(0);
        List<Long> w = in.shape(1);
        int sides = w.size() - 2;
        if (sides < 1 || x.size() < sides + 1 || x.size() > sides + 2) {
            return Optional.empty();
        }
        List<Long> from = x.subList(x.size() - sides, x.size());
        List<Long> to = new ArrayList<>();
        for (int side = 0; side < sides; side++) {
            long stride = number(arguments, places.stride(), side);
            long padding = number(arguments, places.padding(), side);
            long reach = number(arguments, places.dilation(), side) * (w.get(side + 2) - 1);
            long added = places.transposed() ? number(arguments, places.added(), side) : 0;
            if (stride < 1 || padding < 0 || reach < 0 || added < 0) {
                return Optional.empty();
            }
            to.add(
                    places.transposed()
                            ? (from.get(side) - 1) * stride - 2 * padding + reach + added + 1
                            : (from.get(side) + 2 * padding - reach - 1) / stride + 1);
        }
        long groups = places.transposed() ? number(arguments, places.groups(), 0) : 1;
        if (groups < 1 || to.stream().anyMatch(side -> side < 1)) {
            return Optional.empty();
        }
        double batch = x.size() == sides + 2 ? x.getFirst() : 1;
        double channels = (double) groups * w.get(places.transposed() ? 1 : 0);
        return Optional.of(
                OperatorWork.of(
                        flops(batch, places.transposed() ? from : to, w),
                        in.traffic(in.all(), batch * channels * Tensors.elements(to), in.bytes(0)),
                        in.format(0)));
    }

    /// Every weight meets every place of the smaller side once.
    private static double flops(double batch, List<Long> places, List<Long> weights) {
        return 2 * batch * Tensors.elements(places) * Tensors.elements(weights);
    }

    /// As much for the input's gradient as forward, and again for the weights'; the mask says which
    /// are wanted.
    private static Optional<OperatorWork> backward(Tensors in, List<String> arguments) {
        List<Long> gradient = in.shape(0);
        List<Long> x = in.shape(1);
        List<Long> w = in.shape(2);
        List<Boolean> mask =
                Stream.of(value(arguments, 10).split(",", -1))
                        .map(text -> text.contains("True"))
                        .toList();
        if (w.size() < 3
                || x.size() != w.size()
                || gradient.size() != w.size()
                || mask.size() < 2) {
            return Optional.empty();
        }
        boolean transposed = value(arguments, 7).equals("True");
        List<Long> places = (transposed ? x : gradient).subList(2, w.size());
        int times = (mask.get(0) ? 1 : 0) + (mask.get(1) ? 1 : 0);
        double written = (mask.get(0) ? in.elements(1) : 0) + (mask.get(1) ? in.elements(2) : 0);
        return Optional.of(
                OperatorWork.of(
                        times * flops(gradient.getFirst(), places, w),
                        in.traffic(List.of(0, 1, 2), written, in.bytes(0)),
                        in.format(0)));
    }

    /// The form of 2021: the gradient and the weights, and the input's size as a list.
    private static Optional<OperatorWork> toInput(Tensors in) {
        List<Long> gradient = in.shape(1);
        List<Long> w = in.shape(2);
        if (w.size() < 3 || gradient.size() != w.size()) {
            return Optional.empty();
        }
        double flops = flops(gradient.getFirst(), gradient.subList(2, w.size()), w);
        return Optional.of(OperatorWork.of(flops, OptionalDouble.empty(), in.format(1)));
    }

    /// One number stands for all sides.
    private static long number(List<String> arguments, int place, int side) {
        var numbers = NUMBERS.matcher(value(arguments, place));
        if (!numbers.matches()) {
            return NONE;
        }
        String[] each = numbers.group(1).strip().split(" *, *", -1);
        String text = each[Math.min(side, each.length - 1)];
        return text.isEmpty() || text.length() > 9 ? NONE : Long.parseLong(text);
    }

    private static String value(List<String> arguments, int place) {
        return place < arguments.size() ? arguments.get(place) : "";
    }
}
