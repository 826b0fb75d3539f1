package dev.llmprof.study.rank;

import dev.llmprof.table.parquet.ParquetColumn;
import dev.llmprof.table.parquet.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A part whose tables were changed and whose checksums are right, as only somebody with a purpose
/// leaves it.
public final class ResealedPart {
    private ResealedPart() {}

    public static List<String> tables() {
        return RankPart.CHECKED.stream().map(RankPart::fileName).toList();
    }

    public static void replace(Path folder, int table, byte[] bytes) throws IOException {
        Files.write(folder.resolve(tables().get(table)), bytes);
        List<ParquetColumn> columns =
                RankPart.SHARES.columns().stream().map(ParquetColumn::whole).toList();
        try (var shares = new ParquetFile(folder.resolve(RankPart.SHARES.fileName()), columns)) {
            for (int at = 0; at < RankPart.CHECKED.size(); at++) {
                shares.row(1, 1, 0, at, RankPart.CHECKED.get(at).checksum(folder));
            }
        }
    }
}
