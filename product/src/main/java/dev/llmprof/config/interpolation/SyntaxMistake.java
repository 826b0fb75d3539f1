package dev.llmprof.config.interpolation;

/// What is wrong in an interpolation's text, and where; never leaves this package.
final class SyntaxMistake extends RuntimeException {
    private final int position;

    SyntaxMistake(String message, int position) {
        super(message, null, false, false);
        this.position = position;
    }

    int position() {
        return position;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
