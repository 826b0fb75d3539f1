package dev.llmprof.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The boxes an answer names: `<|ref|>label<|/ref|><|det|>[[x1, y1, x2, y2], …]<|/det|>`, in
/// thousandths of the page.
final class Grounding {
    private static final Pattern REFERENCE =
            Pattern.compile(
                    "<\\|ref\\|>(.*?)<\\|/ref\\|><\\|det\\|>(.*?)<\\|/det\\|>", Pattern.DOTALL);
    private static final Pattern BOX =
            Pattern.compile("\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,\\s*(\\d+)\\s*]");
    private static final double GREATEST = 999;

    private Grounding() {}

    /// In pixels of the page.
    record Box(String label, int x, int y, int width, int height) {}

    static List<Box> boxes(String text, int width, int height) {
        List<Box> boxes = new ArrayList<>();
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            Matcher box = BOX.matcher(reference.group(2));
            while (box.find()) {
                int left = at(box.group(1), width);
                int top = at(box.group(2), height);
                int right = at(box.group(3), width);
                int bottom = at(box.group(4), height);
                if (right > left && bottom > top) {
                    boxes.add(new Box(reference.group(1), left, top, right - left, bottom - top));
                }
            }
        }
        return boxes;
    }

    /// The text without references, pictures linked to the files they were cut into.
    static String markdown(String text) {
        Matcher reference = REFERENCE.matcher(text);
        var result = new StringBuilder();
        int pictures = 0;
        while (reference.find()) {
            boolean picture = reference.group(1).equals("image");
            reference.appendReplacement(
                    result, picture ? "![](images/" + pictures++ + ".jpg)\n" : "");
        }
        return reference.appendTail(result).toString().strip();
    }

    private static int at(String value, int size) {
        double share = Math.min(Double.parseDouble(value), GREATEST) / GREATEST;
        return (int) Math.round(share * size);
    }
}
