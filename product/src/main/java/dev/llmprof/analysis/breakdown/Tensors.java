package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The inputs of an operator as the trace has them: a shape and a type each.
record Tensors(List<List<Long>> shapes, List<String> types) {
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    static Tensors of(String shapes, String types) {
        return new Tensors(Shapes.of(shapes).inputs(), quoted(types));
    }

    /// The texts of a list of texts.
    static List<String> quoted(String list) {
        List<String> each = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(list);
        while (quoted.find()) {
            each.add(quoted.group(1));
        }
        return each;
    }

    List<Long> shape(int input) {
        return input < shapes.size() ? shapes.get(input) : List.of();
    }

    static double elements(List<Long> shape) {
        return shape.stream().mapToDouble(Long::doubleValue).reduce(1, (a, b) -> a * b);
    }

    double elements(int input) {
        return elements(shape(input));
    }

    double elementsOfAll() {
        return all().stream().mapToDouble(this::elements).sum();
    }

    /// Those with a shape; a number has none.
    List<Integer> all() {
        return IntStream.range(0, shapes.size())
                .filter(input -> !shape(input).isEmpty())
                .boxed()
                .toList();
    }

    /// As many as the largest shape after broadcasting.
    double broadcast() {
        int most = shapes.stream().mapToInt(List::size).max().orElse(0);
        double outputs = 1;
        for (int from = 1; from <= most; from++) {
            long side = 1;
            for (List<Long> shape : shapes) {
                side = shape.size() < from ? side : Math.max(side, shape.get(shape.size() - from));
            }
            outputs *= side;
        }
        return outputs;
    }

    /// Empty where a type or a shape is not known.
    OptionalDouble traffic(List<Integer> read, double outputs, OptionalDouble outputBytes) {
        double sum = 0;
        boolean known = outputBytes.isPresent() && !shapes.isEmpty();
        for (int input : read) {
            known &= bytes(input).isPresent();
            sum += elements(input) * bytes(input).orElse(0);
        }
        return known
                ? OptionalDouble.of(sum + outputs * outputBytes.getAsDouble())
                : OptionalDouble.empty();
    }

    /// Products of 8-bit numbers come out wider: 16 bits of floats, 32 of integers.
    OptionalDouble productBytes(int input) {
        String format = format(input);
        return format.equals("fp8")
                ? OptionalDouble.of(2)
                : format.equals("int8") ? OptionalDouble.of(4) : bytes(input);
    }

    OptionalDouble bytes(int input) {
        return switch (type(input)) {
            case "double", "long", "long int", "c10::complex<float>" -> OptionalDouble.of(8);
            case "float", "int" -> OptionalDouble.of(4);
            case "c10::Half", "c10::BFloat16", "short", "short int" -> OptionalDouble.of(2);
            case "bool", "unsigned char", "signed char", "char" -> OptionalDouble.of(1);
            default -> isFloat8(input) ? OptionalDouble.of(1) : OptionalDouble.empty();
        };
    }

    /// The name of its number format in our data on GPUs.
    String format(int input) {
        return switch (type(input)) {
            case "float" -> "tf32";
            case "double" -> "fp64";
            case "c10::Half" -> "fp16";
            case "c10::BFloat16" -> "bf16";
            case "signed char", "char" -> "int8";
            default -> isFloat8(input) ? "fp8" : "";
        };
    }

    private boolean isFloat8(int input) {
        return type(input).startsWith("c10::Float8");
    }

    private String type(int input) {
        return input < types.size() ? types.get(input) : "";
    }
}
