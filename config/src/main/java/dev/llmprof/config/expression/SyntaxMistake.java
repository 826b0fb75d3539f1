package dev.llmprof.config.expression;

/// What is wrong in an interpolation's text, and where; never leaves this package.
public final class SyntaxMistake extends RuntimeException {
    private final int position;

    SyntaxMistake(String message, int position) {
        super(message, null, false, false);
        this.position = position;
    }

    int position() {
        return position;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
