package dev.llmprof.analysis.kernel;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How deep each character of a C++ name lies in brackets.
///
/// `<` and `>` are brackets or operators: those of `(8)>(0)`, `operator<<` and `->` open and close
/// nothing.
final class Brackets {
    private static final Pattern NO_BRACKET =
            Pattern.compile("->|\\boperator ?(?:\\(\\)|\\[\\]|<=>|<<|>>|<=|>=|->|<|>)(?: (?=<))?");

    private final int[] depths;

    private Brackets(int[] depths) {
        this.depths = depths;
    }

    static Brackets of(String text) {
        int[] depths = new int[text.length()];
        Deque<Character> open = new ArrayDeque<>();
        Matcher plain = NO_BRACKET.matcher(text);
        boolean more = plain.find();
        for (int at = 0; at < depths.length; at++) {
            if (more && plain.start() == at) {
                Arrays.fill(depths, at, plain.end(), open.size() + 1);
                at = plain.end() - 1;
                more = plain.find();
                continue;
            }
            depths[at] = depth(open, text.charAt(at));
        }
        return new Brackets(depths);
    }

    /// Outside of all brackets; a bracket itself is inside.
    boolean outside(int at) {
        return depths[at] == 0;
    }

    private static int depth(Deque<Character> open, char c) {
        int depth = open.size();
        switch (c) {
            case '(', '[', '{', '<' -> open.push(c);
            case '>' -> close(open, '<', depth > 0 && open.peek() == '<');
            case ')' -> close(open, '(', open.contains('('));
            case ']' -> close(open, '[', open.contains('['));
            case '}' -> close(open, '{', open.contains('{'));
            default -> {}
        }
        return Math.max(depth, open.size());
    }

    /// A `<` that was an operator goes with the bracket around it.
    private static void close(Deque<Character> open, char partner, boolean there) {
        boolean closed = !there;
        while (!closed) {
            closed = open.pop() == partner;
        }
    }
}
