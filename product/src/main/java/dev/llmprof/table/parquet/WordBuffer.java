package dev.llmprof.table.parquet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Texts: each different one once, then which one stands where.
final class WordBuffer implements CellBuffer {
    private static final int ABSENT = -1;

    private final Map<String, Integer> known = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private int[] codes = new int[64];
    private int fill;
    private String lastText = "";
    private int lastCode = ABSENT;

    @Override
    public void add(Object cell) {
        if (fill == codes.length) {
            codes = Arrays.copyOf(codes, fill * 2);
        }
        String text = cell.toString();
        if (!text.equals(lastText)) {
            lastText = text;
            lastCode = text.isEmpty() ? ABSENT : code(text);
        }
        codes[fill++] = lastCode;
    }

    private int code(String text) {
        Integer code = known.putIfAbsent(text, texts.size());
        if (code != null) {
            return code;
        }
        texts.add(text);
        return texts.size() - 1;
    }

    @Override
    public ColumnChunk write(ByteSink file, int rows) {
        long start = file.size();
        ByteSink dictionary = new ByteSink();
        for (String text : texts) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            dictionary.addInt(utf8.length);
            dictionary.add(utf8);
        }
        ColumnChunk.dictionaryPage(file, dictionary, texts.size());
        long dataAt = file.size();
        ColumnChunk.dataPage(file, body(), rows, ColumnChunk.DICTIONARY);
        known.clear();
        texts.clear();
        fill = 0;
        lastText = "";
        lastCode = ABSENT;
        return new ColumnChunk(Optional.of(start), dataAt, file.size(), ColumnChunk.DICTIONARY);
    }

    /// Which cells are there, then the codes of those.
    private ByteSink body() {
        long[] present = new long[fill];
        long[] there = new long[fill];
        int count = 0;
        for (int row = 0; row < fill; row++) {
            present[row] = codes[row] == ABSENT ? 0 : 1;
            if (codes[row] != ABSENT) {
                there[count++] = codes[row];
            }
        }
        ByteSink levels = new ByteSink();
        runs(levels, present, fill, 1);
        ByteSink body = new ByteSink();
        body.addInt((int) levels.size());
        body.add(levels);
        int highest = Math.max(1, texts.size() - 1);
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(highest);
        body.add(width);
        runs(body, there, count, width);
        return body;
    }

    /// One run where all are equal, else all in their bits, filled up to a multiple of eight.
    private static void runs(ByteSink body, long[] values, int count, int width) {
        if (count == 0) {
            return;
        }
        if (allEqual(values, count)) {
            body.addVarint((long) count << 1);
            for (int shift = 0; shift < width; shift += 8) {
                body.add((int) (values[0] >>> shift));
            }
            return;
        }
        int groups = (count + 7) / 8;
        body.addVarint(((long) groups << 1) | 1);
        body.addBits(Arrays.copyOf(values, groups * 8), 0, groups * 8, width);
    }

    private static boolean allEqual(long[] values, int count) {
        for (int at = 1; at < count; at++) {
            if (values[at] != values[0]) {
                return false;
            }
        }
        return true;
    }
}
