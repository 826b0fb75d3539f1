package dev.llmprof.table.parquet;

import java.util.Optional;

/// Where a column's pages of one row group begin and end, for the footer.
record ColumnChunk(Optional<Long> dictionaryAt, long dataAt, long end, int encoding) {
    static final int PLAIN = 0;
    static final int RLE = 3;
    static final int DELTA = 5;
    static final int DICTIONARY = 8;

    private static final int DATA_PAGE = 0;
    private static final int DICTIONARY_PAGE = 2;

    long start() {
        return dictionaryAt.orElse(dataAt);
    }

    static void dataPage(ByteSink file, ByteSink body, int values, int encoding) {
        Thrift header = page(DATA_PAGE, (int) body.size());
        header.begin(5).number(1, values).number(2, encoding).number(3, RLE).number(4, RLE).end();
        write(file, header, body);
    }

    static void dictionaryPage(ByteSink file, ByteSink body, int values) {
        Thrift header = page(DICTIONARY_PAGE, (int) body.size());
        header.begin(7).number(1, values).number(2, PLAIN).end();
        write(file, header, body);
    }

    private static Thrift page(int type, int size) {
        return new Thrift().number(1, type).number(2, size).number(3, size);
    }

    private static void write(ByteSink file, Thrift header, ByteSink body) {
        file.add(header.end().toBytes());
        file.add(body);
    }
}
