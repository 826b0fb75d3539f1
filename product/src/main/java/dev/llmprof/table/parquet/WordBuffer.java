package dev.llmprof.table.parquet;

import dev.llmprof.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/// Texts: each different one once, then which one stands where.
final class WordBuffer implements CellBuffer {
    private static final int ABSENT = -1;
    private static final int UNSEEN = -2;

    private final Map<String, Integer> known = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private int[] codes = new int[64];
    private int fill;
    private String lastText = "";
    private int lastCode = ABSENT;

    @Override
    public void add(Object cell) {
        String text = cell.toString();
        if (!text.equals(lastText)) {
            lastText = text;
            lastCode = codeOf(text);
        }
        addCode(lastCode);
    }

    @Override
    public void addAll(Cells column, int[] rows, int from, int to) {
        switch (column) {
            case Cells.Words(IntFunction<String> at) -> {
                for (int row = from; row < to; row++) {
                    add(at.apply(rows[row]));
                }
            }
            case Cells.Coded coded -> addCoded(coded, rows, from, to);
            case Cells.Whole whole -> throw new IllegalStateException("no texts: " + whole);
        }
    }

    private void addCoded(Cells.Coded coded, int[] rows, int from, int to) {
        int[] here = new int[0];
        for (int row = from; row < to; row++) {
            int code = coded.code().applyAsInt(rows[row]);
            if (code >= here.length) {
                int length = here.length;
                here = Arrays.copyOf(here, Math.max(16, code * 2));
                Arrays.fill(here, length, here.length, UNSEEN);
            }
            if (here[code] == UNSEEN) {
                here[code] = codeOf(coded.text().apply(code));
            }
            addCode(here[code]);
        }
    }

    private void addCode(int code) {
        if (fill == codes.length) {
            codes = Arrays.copyOf(codes, fill * 2);
        }
        codes[fill++] = code;
    }

    private int codeOf(String text) {
        return text.isEmpty() ? ABSENT : code(text);
    }

    private int code(String text) {
        Integer code = known.putIfAbsent(text, texts.size());
        if (code != null) {
            return code;
        }
        texts.add(Secrets.hide(text));
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
