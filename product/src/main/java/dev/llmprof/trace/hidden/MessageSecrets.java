package dev.llmprof.trace.hidden;

import dev.llmprof.secret.SecretText;
import dev.llmprof.trace.Broken;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Strikes secrets out of messages that are not packed. Known values go wherever they stand; a
/// variable only where a field holds it from its first byte to its last, or the lengths of what
/// follows would go with it.
final class MessageSecrets {
    private static final int DEEPEST = 16;

    private MessageSecrets() {}

    /// Whether there were any.
    static boolean strike(byte[] messages) {
        int end = messages.length;
        boolean struck = strike(messages, 0, end, SecretText::withoutValues);
        struck |= walk(messages, tried(() -> Message.fields(messages, 0, end)), 0);
        return walk(messages, tried(() -> Message.sequence(messages, 0, end)), 0) || struck;
    }

    private static boolean walk(byte[] bytes, List<Message.Field> fields, int depth) {
        boolean struck = false;
        for (Message.Field field : fields) {
            if (field.isNested()) {
                struck |= walk(bytes, field.from(), field.end(), depth);
            }
        }
        return struck;
    }

    /// A field may hold a text, a message, several after their lengths, or anything else. A text
    /// with line breaks could be a message; one that is none is a text.
    private static boolean walk(byte[] bytes, int from, int end, int depth) {
        if (isText(bytes, from, end) && SecretText.isEnvironment(text(bytes, from, end))) {
            return strike(bytes, from, end, SecretText::withoutSecrets);
        }
        List<Message.Field> fields = tried(() -> Message.fields(bytes, from, end));
        if (fields.isEmpty()) {
            fields = tried(() -> Message.sequence(bytes, from, end));
        }
        if (fields.isEmpty() && SecretText.isEnvironment(text(bytes, from, end))) {
            return strike(bytes, from, end, SecretText::withoutSecrets);
        }
        return depth < DEEPEST && walk(bytes, fields, depth + 1);
    }

    private static List<Message.Field> tried(Supplier<List<Message.Field>> fields) {
        try {
            return fields.get();
        } catch (Broken another) {
            return List.of();
        }
    }

    private static boolean isText(byte[] bytes, int from, int end) {
        for (int at = from; at < end; at++) {
            if (bytes[at] > 0 && bytes[at] < ' ') {
                return false;
            }
        }
        return true;
    }

    private static boolean strike(byte[] bytes, int from, int end, UnaryOperator<String> without) {
        String text = text(bytes, from, end);
        String clean = without.apply(text);
        if (clean.equals(text)) {
            return false;
        }
        System.arraycopy(clean.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, from, end - from);
        return true;
    }

    private static String text(byte[] bytes, int from, int end) {
        return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
    }
}
