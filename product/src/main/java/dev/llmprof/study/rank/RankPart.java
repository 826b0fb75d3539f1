package dev.llmprof.study.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/// The tables of a part: what was reduced of some ranks, in a folder. `record` counts the ranks of
/// the part.
record RankPart(String name, List<String> columns) {
    static final RankPart FACTS =
            of(
                    "facts",
                    "rank",
                    "place",
                    "named",
                    "source",
                    "host",
                    "device",
                    "world_size",
                    "backend",
                    "whole",
                    "kernels",
                    "base_ns",
                    "span_ns",
                    "busy_ns",
                    "computation_ns",
                    "total_comm_ns",
                    "exposed_comm_ns",
                    "total_memcpy_ns",
                    "exposed_memcpy_ns",
                    "comm_comp_overlap_ns");
    static final RankPart GROUPS =
            of("groups", "record", "name", "description", "backend", "ranks");
    static final RankPart COLLECTIVES =
            of(
                    "collectives",
                    "record",
                    "group",
                    "kind",
                    "start_ns",
                    "end_ns",
                    "sequence",
                    "sent_bytes",
                    "received_bytes",
                    "peer",
                    "thread");
    static final RankPart INTERVALS = of("intervals", "record", "start_ns", "collective");
    static final RankPart PARTS = of("parts", "record", "interval", "part", "name", "nanos");
    static final RankPart KERNELS = of("kernels", "record", "name", "count", "nanos");
    static final RankPart PROBLEMS = of("problems", "what", "at", "fix");

    /// Which share it is, of which captures, and the CRC-32 of each table above: a part is whole or
    /// it is none.
    static final RankPart SHARES = of("shares", "share", "of", "captures", "number", "crc32");

    /// Those that the last one has the checksums of.
    static final List<RankPart> CHECKED =
            List.of(FACTS, GROUPS, COLLECTIVES, INTERVALS, PARTS, KERNELS, PROBLEMS);

    /// In the place of a collective, where a rank's time ends.
    static final int END = -2;

    private static final Set<String> TEXTS =
            Set.of(
                    "place",
                    "source",
                    "host",
                    "device",
                    "backend",
                    "name",
                    "description",
                    "ranks",
                    "kind",
                    "what",
                    "at",
                    "fix");

    private static RankPart of(String name, String... columns) {
        return new RankPart(name, List.of(columns));
    }

    boolean isText(String column) {
        return TEXTS.contains(column);
    }

    /// CRC-32 of the table's file.
    long checksum(Path folder) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(folder.resolve(fileName())));
        return sum.getValue();
    }

    String fileName() {
        return name + ".parquet";
    }
}
