package dev.llmprof.config.bind;

import java.lang.reflect.RecordComponent;
import java.util.Locale;

/// How Java names and configuration keys correspond.
final class KeyNames {

    private KeyNames() {}

    static String of(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key == null ? snake(component.getName()) : key.value();
    }

    static String of(Class<?> choice) {
        Key key = choice.getAnnotation(Key.class);
        return key == null ? snake(choice.getSimpleName()) : key.value();
    }

    static String of(Enum<?> constant) {
        try {
            Key key =
                    constant.getDeclaringClass().getField(constant.name()).getAnnotation(Key.class);
            return key == null ? constant.name().toLowerCase(Locale.ROOT) : key.value();
        } catch (NoSuchFieldException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String snake(String camel) {
        return camel.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }
}
