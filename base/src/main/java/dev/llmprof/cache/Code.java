package dev.llmprof.cache;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// The class files a class leads to, within this project.
final class Code {
    private static final String OURS = "dev/llmprof/";

    private Code() {}

    static Map<String, byte[]> of(Class<?> root) {
        return of(root.getName().replace('.', '/'), name -> bytes(root, name));
    }

    /// By name, so that the order is always the same.
    static Map<String, byte[]> of(String root, Function<String, Optional<byte[]>> files) {
        Map<String, byte[]> found = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            String name = open.remove();
            Optional<byte[]> bytes = found.containsKey(name) ? Optional.empty() : files.apply(name);
            if (bytes.isPresent()) {
                found.put(name, bytes.get());
                open.addAll(mentioned(bytes.get()));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalStateException(root + " has no class file");
        }
        return found;
    }

    private static Optional<byte[]> bytes(Class<?> near, String name) {
        try (InputStream stream = near.getResourceAsStream("/" + name + ".class")) {
            return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + name + ".class", e);
        }
    }

    /// The classes of a constant pool (JVM specification, 4.4). The JDK's own reader takes longer
    /// to start than all of this.
    private static Set<String> mentioned(byte[] file) {
        try (var in = new DataInputStream(new ByteArrayInputStream(file))) {
            in.skipNBytes(8); // magic and version
            int count = in.readUnsignedShort();
            Map<Integer, String> texts = new TreeMap<>();
            Set<Integer> classes = new TreeSet<>();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts.put(i, in.readUTF());
                    case 7 -> classes.add(in.readUnsignedShort());
                    case 8, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        i++; // these take two places
                    }
                    default -> throw new IllegalStateException("no constant has tag " + tag);
                }
            }
            Set<String> ours = new TreeSet<>();
            for (int index : classes) {
                String name = element(texts.getOrDefault(index, ""));
                if (name.startsWith(OURS)) {
                    ours.add(name);
                }
            }
            return ours;
        } catch (IOException e) {
            throw new UncheckedIOException("a class file that ends early", e);
        }
    }

    /// An array's class is written `[Lname;`.
    private static String element(String name) {
        return name.startsWith("[") ? name.replaceAll("^\\[+L?|;$", "") : name;
    }
}
