package dev.llmprof.study;

import dev.llmprof.analysis.capture.Studied;
import dev.llmprof.report.block.Block;
import dev.llmprof.study.capture.Analysed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What makes documents of an analysis; told of each trace while its tables are in memory, then
/// asked to write.
public interface Reporting {
    /// Nothing beside the tables.
    Reporting NONE =
            new Reporting() {
                @Override
                public void trace(Studied studied) {}

                @Override
                public List<Path> write(Path directory, Analysed all) {
                    return List.of();
                }
            };

    void trace(Studied studied);

    /// The same with what a model would need at least.
    default Reporting against(ModelAsked asked) {
        return this;
    }

    /// What to tell at the end, after writing.
    default List<Block> conclusions() {
        return List.of();
    }

    /// Writes into the directory and gives the files that a user will want to open.
    List<Path> write(Path directory, Analysed all) throws IOException;
}
