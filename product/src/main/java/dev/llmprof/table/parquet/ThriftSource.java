package dev.llmprof.table.parquet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A structure as Thrift writes it compactly: fields by their numbers, as numbers, texts, lists and
/// structures.
final class ThriftSource {
    private static final int DEEPEST = 16;

    private final ByteSource bytes;

    ThriftSource(ByteSource bytes) {
        this.bytes = bytes;
    }

    Map<Integer, Object> structure() {
        return structure(0);
    }

    private Map<Integer, Object> structure(int depth) {
        Map<Integer, Object> fields = new HashMap<>();
        int field = 0;
        for (int head = bytes.next(); head != 0; head = bytes.next()) {
            field = head >>> 4 == 0 ? (int) bytes.zigzag() : field + (head >>> 4);
            fields.put(field, value(head & 0xF, depth));
        }
        return fields;
    }

    private Object value(int type, int depth) {
        if (depth > DEEPEST) {
            throw new IndexOutOfBoundsException("too deep");
        }
        return switch (type) {
            case 1 -> 1L;
            case 2 -> 0L;
            case 3 -> (long) bytes.next();
            case 4, 5, 6 -> bytes.zigzag();
            case 8 -> bytes.text((int) bytes.varint());
            case 9 -> list(depth);
            case 12 -> structure(depth + 1);
            default -> throw new IndexOutOfBoundsException("no such type: " + type);
        };
    }

    private List<Object> list(int depth) {
        int head = bytes.next();
        long size = head >>> 4 == 15 ? bytes.varint() : head >>> 4;
        if (size > bytes.left()) {
            throw new IndexOutOfBoundsException("a list without end");
        }
        List<Object> values = new ArrayList<>();
        for (long at = 0; at < size; at++) {
            values.add(value(head & 0xF, depth + 1));
        }
        return values;
    }

    static long number(Map<Integer, Object> fields, int field) {
        return fields.get(field) instanceof Long number ? number : 0;
    }

    static String text(Object value) {
        return value instanceof String text ? text : "";
    }

    @SuppressWarnings("unchecked")
    static Map<Integer, Object> inner(Object value) {
        return value instanceof Map<?, ?> map ? (Map<Integer, Object>) map : Map.of();
    }

    static List<?> list(Map<Integer, Object> fields, int field) {
        return fields.get(field) instanceof List<?> list ? list : List.of();
    }
}
