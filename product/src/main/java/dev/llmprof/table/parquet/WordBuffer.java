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
        boolean[] present = new boolean[fill];
        long[] there = new long[fill];
        int count = 0;
        for (int row = 0; row < fill; row++) {
            present[row] = codes[row] != ABSENT;
            if (present[row]) {
                there[count++] = codes[row];
            }
        }
        ByteSink body = Levels.of(present, fill);
        int highest = Math.max(1, texts.size() - 1);
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(highest);
        body.add(width);
        Levels.runs(body, there, count, width);
        return body;
    }
}
