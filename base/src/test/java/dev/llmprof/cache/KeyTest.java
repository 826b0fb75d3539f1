package dev.llmprof.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KeyTest {
    @Test
    void isTheSameForTheSameIngredients() {
        assertEquals(
                Key.of().with("seed", 7).with("config", "a").key(),
                Key.of().with("seed", 7).with("config", "a").key());
    }

    @Test
    void isAnotherForEachOtherIngredient() {
        var keys =
                Set.of(
                        Key.of().with("seed", 7).with("config", "ab").key(),
                        Key.of().with("seed", 8).with("config", "ab").key(),
                        Key.of().with("seed", 7).with("config", "a").key(),
                        Key.of().with("seed", 7).with("konfig", "ab").key(),
                        Key.of().with("seed", 7).with("config", "a").with("b", "").key());
        assertEquals(5, keys.size());
    }

    @Test
    void isASha256() {
        // printf '\0\0\0\1a\0\0\0\1b' | sha256sum
        assertEquals(
                "16275ef0f5d0eb9dd9e0a53277549fda5c886358a6872df23c797b13e11455bc",
                Key.of().with("a", "b").key().hex());
        assertThrows(IllegalArgumentException.class, () -> new Key("abc"));
    }

    @Test
    void theCodeOfAClassIsAllOfOursThatItLeadsTo() {
        assertEquals(
                Set.of("dev/llmprof/cache/KeyTest$Outer", "dev/llmprof/cache/KeyTest$Inner"),
                Code.of(Outer.class).keySet().stream()
                        .filter(name -> !name.equals("dev/llmprof/cache/KeyTest"))
                        .filter(name -> name.startsWith("dev/llmprof/cache/KeyTest"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void aChangeInAClassFurtherDownIsAnotherCode() throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        String outer = name(Outer.class);
        Code.of(outer, name -> read(files, name));
        var before = Code.of(outer, name -> Optional.ofNullable(files.get(name)));
        byte[] inner = files.getOrDefault(name(Inner.class), new byte[0]).clone();
        inner[inner.length - 1] ^= 1;
        files.put(name(Inner.class), inner);
        var after = Code.of(outer, name -> Optional.ofNullable(files.get(name)));

        assertTrue(before.containsKey(name(Inner.class)));
        assertNotEquals(key(before), key(after));
    }

    private static Key key(Map<String, byte[]> code) {
        var ingredients = Key.of();
        code.forEach(ingredients::with);
        return ingredients.key();
    }

    private static Optional<byte[]> read(Map<String, byte[]> files, String name) {
        try (InputStream stream = KeyTest.class.getResourceAsStream("/" + name + ".class")) {
            if (stream != null) {
                files.put(name, stream.readAllBytes());
            }
            return Optional.ofNullable(files.get(name));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String name(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /// Leads to [Inner] by an array only.
    static final class Outer {
        private Outer() {}

        static int length() {
            return new Inner[] {new Inner()}.length;
        }
    }

    static final class Inner {}
}
