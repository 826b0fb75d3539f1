package dev.llmprof.analysis.event;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Input shapes as PyTorch writes them: `[[120, 256], [256, 704], []]`, one list for each input.
public record Shapes(List<List<Long>> inputs) {
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    public Shapes {
        inputs = inputs.stream().map(List::copyOf).toList();
    }

    /// Lists deeper down, the tensors of a list, count one after the other. Text that is not a list
    /// has no inputs.
    public static Shapes of(String text) {
        List<List<Long>> inputs = new ArrayList<>();
        List<Long> open = new ArrayList<>();
        int depth = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '[') {
                depth++;
                open.clear();
            } else if (c == ']') {
                boolean innermost = depth >= 2 && text.lastIndexOf('[', at) > lastClosed(text, at);
                if (innermost) {
                    inputs.add(List.copyOf(open));
                }
                open.clear();
                depth--;
            } else if (Character.isDigit(c)) {
                int end = at;
                while (end < text.length() && Character.isDigit(text.charAt(end))) {
                    end++;
                }
                open.add(end - at > 18 ? Long.MAX_VALUE : Long.parseLong(text.substring(at, end)));
                at = end - 1;
            }
        }
        return new Shapes(inputs);
    }

    private static int lastClosed(String text, int before) {
        return text.lastIndexOf(']', before - 1);
    }

    public List<Long> input(int number) {
        return number < inputs.size() ? inputs.get(number) : List.of();
    }

    /// Some writers put every number on a line of its own.
    public static String compact(String text) {
        String line = BLANKS.matcher(text).replaceAll(" ");
        return line.replace("[ ", "[").replace(" ]", "]");
    }
}
