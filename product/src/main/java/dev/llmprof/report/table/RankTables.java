package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.bytes;
import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Optional;

/// Tables of what the ranks of one run say together.
public final class RankTables {
    private RankTables() {}

    public static final ResultTable<Ranks.Row> RANKS =
            ResultTable.of(
                            "rank_summary",
                            "One row per rank: how its time divides, and how it met the others.",
                            count("rank", "", Ranks.Row::rank),
                            name("trace", "the capture the row is of", Ranks.Row::source),
                            text("host", "as the capture names it", Ranks.Row::host),
                            ResultColumn.<Ranks.Row>text(
                                            "device", "as the capture names it", Ranks.Row::device)
                                    .titled("GPU"),
                            count("kernels", "launches", Ranks.Row::kernels),
                            count(
                                    "judged",
                                    "collectives in which its lateness is known",
                                    row -> row.waits().judged()),
                            ResultColumn.<Ranks.Row>count(
                                            "last",
                                            "of those, how often it was the last",
                                            row -> row.waits().last())
                                    .titled("was last"),
                            ResultColumn.<Ranks.Row>nanos(
                                            "late_ns",
                                            "arrivals after the first of the group, summed",
                                            row -> row.waits().lateNanos())
                                    .titled("late"),
                            ResultColumn.<Ranks.Row>count(
                                            "blamed",
                                            "late collectives that it is to blame for, those of"
                                                    + " ranks that waited for it elsewhere too",
                                            row -> row.waits().blamed())
                                    .titled("to blame"),
                            ResultColumn.<Ranks.Row>nanos(
                                            "cost_ns",
                                            "by how much it was later than the last but one,"
                                                    + " summed: what the group could gain",
                                            row -> row.waits().costNanos())
                                    .titled("cost"),
                            ResultColumn.<Ranks.Row>measured(
                                            "wait_ns",
                                            Unit.NANOSECONDS,
                                            "in collectives, beyond the rank that waited least",
                                            row -> nanosOf(row.waits().waitNanos()))
                                    .titled("waiting"),
                            ResultColumn.<Ranks.Row>nanos(
                                            "transfer_ns",
                                            "in collectives, as long as the rank that waited least",
                                            row -> row.waits().transferNanos())
                                    .titled("transferring"),
                            ResultColumn.<Ranks.Row>nanos(
                                            "bubble_ns",
                                            "in receives of messages, beyond the quickest of their"
                                                    + " size",
                                            row -> row.waits().bubbleNanos())
                                    .titled("pipeline bubble"))
                    .and(GpuTables.TIMELINE, Ranks.Row::timeline);

    public static final ResultTable<Ranks.Group> GROUPS =
            ResultTable.of(
                    "rank_groups",
                    "Groups of ranks that communicate: how their collectives were paired, and who"
                            + " came last.",
                    text("group", "what it is for, and its ranks", Ranks.Group::name),
                    count("ranks", "", Ranks.Group::ranks),
                    text(
                            "paired_by",
                            "how instances were found on all ranks",
                            Ranks.Group::pairing),
                    count("instances", "", Ranks.Group::instances),
                    count("matched", "found on all ranks that are there", Ranks.Group::matched),
                    count("holes", "missing on a rank", Ranks.Group::holes),
                    count("judged", "with known lateness", Ranks.Group::judged),
                    measured(
                            "most_last",
                            Unit.COUNT,
                            "the rank that was last most often",
                            row -> row.mostLast().map(Integer::doubleValue)),
                    count("most_last_times", "how often it was", Ranks.Group::lastTimes),
                    nanos("late_ns", "of the last of each, summed", row -> row.times().lateNanos()),
                    nanos(
                            "median_late_ns",
                            "of the last of each, the median",
                            row -> row.times().medianLateNanos()),
                    number(
                            "wait_ns",
                            Unit.NANOSECONDS,
                            "of all ranks",
                            row -> row.times().waitNanos()),
                    nanos("transfer_ns", "of all ranks", row -> row.times().transferNanos()),
                    measured(
                            "ends_apart_ns",
                            Unit.NANOSECONDS,
                            "how far the ends lie apart, around what the clocks differ, the median",
                            row -> nanosOf(row.endsApartNanos())));

    public static final ResultTable<Ranks.Late> LATE =
            ResultTable.of(
                    "rank_late",
                    "Who came late to what and why, the longest first.",
                    count("rank", "the one to blame", Ranks.Late::rank),
                    text("group", "where it came late itself", Ranks.Late::group),
                    text("cause", "", row -> row.cause().label()),
                    name("detail", "operator, cause of idleness, or group", Ranks.Late::detail),
                    count("times", "collectives in which it was the last", Ranks.Late::times),
                    nanos("late_ns", "after the first of the group, summed", Ranks.Late::lateNanos),
                    nanos("median_late_ns", "the median of those", Ranks.Late::medianLateNanos),
                    count(
                            "passed_on",
                            "collectives of other groups that were late because of it",
                            Ranks.Late::passed),
                    nanos("passed_on_ns", "their lateness, summed", Ranks.Late::passedNanos),
                    nanos(
                            "cost_ns",
                            "by how much it was later than the last but one, summed",
                            Ranks.Late::costNanos));

    public static final ResultTable<Ranks.Collective> COLLECTIVES =
            ResultTable.of(
                    "rank_collectives",
                    "Every collective whose lateness is known, the latest first.",
                    text("group", "", Ranks.Collective::group),
                    count("instance", "counted from 0 in its group", Ranks.Collective::instance),
                    text("kind", "", Ranks.Collective::kind),
                    bytes("bytes", "of the message", Ranks.Collective::bytes),
                    count("last_rank", "", Ranks.Collective::lastRank),
                    nanos("late_ns", "of the last, after the first", Ranks.Collective::lateNanos),
                    count("culprit", "the rank to blame", Ranks.Collective::culprit),
                    text("cause", "what kept the culprit", row -> row.cause().label()),
                    name("detail", "", Ranks.Collective::detail),
                    number(
                            "wait_ns",
                            Unit.NANOSECONDS,
                            "the longest of any rank",
                            Ranks.Collective::longestWaitNanos),
                    nanos(
                            "transfer_ns",
                            "the shortest time of any rank in it",
                            Ranks.Collective::transferNanos));

    public static final ResultTable<Ranks.Bandwidth> BANDWIDTH =
            ResultTable.of(
                    "rank_bandwidth",
                    "Bandwidth by size of the message, while data moved: the median.",
                    text("kind", "", Ranks.Bandwidth::kind),
                    count("ranks", "in the group", Ranks.Bandwidth::ranks),
                    bytes("from_bytes", "and below twice that", Ranks.Bandwidth::fromBytes),
                    count("count", "", Ranks.Bandwidth::count),
                    number(
                            "bytes_per_second",
                            Unit.BYTES_PER_SECOND,
                            "message over time",
                            Ranks.Bandwidth::bytesPerSecond),
                    number(
                            "bus_bytes_per_second",
                            Unit.BYTES_PER_SECOND,
                            "what the busiest link carries, as nccl-tests counts it",
                            Ranks.Bandwidth::busBytesPerSecond));

    public static final ResultTable<Ranks.Imbalance> IMBALANCES =
            ResultTable.of(
                    "rank_imbalance",
                    "How unevenly all-to-alls spread bytes and the work between them.",
                    text("what", "", Ranks.Imbalance::what),
                    text("group", "", Ranks.Imbalance::group),
                    count("count", "all-to-alls, or pairs of them", Ranks.Imbalance::count),
                    count("most_rank", "the rank with the most", Ranks.Imbalance::mostRank),
                    number("max_over_mean", Unit.TIMES, "1 is even", Ranks.Imbalance::maxOverMean));

    public static final ResultTable<Ranks.Clock> CLOCKS =
            ResultTable.of(
                    "rank_clocks",
                    "The clock of each host against the first one's, by collectives that end on"
                            + " all ranks at once; only the picture over time needs it.",
                    text("host", "", Ranks.Clock::host),
                    text("rank_numbers", "", Ranks.Clock::ranks),
                    count("collectives", "that it was found by", Ranks.Clock::collectives),
                    measured(
                            "offset_ns",
                            Unit.NANOSECONDS,
                            "ahead of the first host, in the middle of the recording",
                            Ranks.Clock::offsetNanos),
                    measured(
                            "drift_ppm",
                            Unit.PLAIN,
                            "microseconds that it gains a second",
                            Ranks.Clock::driftPartsPerMillion),
                    measured(
                            "residual_ns",
                            Unit.NANOSECONDS,
                            "half of the ends lie within",
                            row -> nanosOf(row.residualNanos())));

    public static final ResultTable<Ranks.Kernel> KERNELS =
            ResultTable.of(
                    "rank_kernels",
                    "Kernels over all ranks.",
                    name("name", "", Ranks.Kernel::name),
                    count("count", "", Ranks.Kernel::count),
                    nanos("total_ns", "sum of the durations", Ranks.Kernel::totalNanos),
                    nanos(
                            "least_rank_ns",
                            "of the rank with the least",
                            Ranks.Kernel::leastRankNanos),
                    nanos(
                            "most_rank_ns",
                            "of the rank with the most",
                            Ranks.Kernel::mostRankNanos));

    /// All of them, empty ones too.
    public static List<FilledTable<?>> of(Optional<Ranks> ranks) {
        return List.of(
                RANKS.filled(ranks.map(Ranks::rows).orElse(List.of())),
                GROUPS.filled(ranks.map(Ranks::groups).orElse(List.of())),
                LATE.filled(ranks.map(Ranks::late).orElse(List.of())),
                COLLECTIVES.filled(ranks.map(Ranks::collectives).orElse(List.of())),
                BANDWIDTH.filled(ranks.map(Ranks::bandwidths).orElse(List.of())),
                IMBALANCES.filled(ranks.map(Ranks::imbalances).orElse(List.of())),
                CLOCKS.filled(ranks.map(Ranks::clocks).orElse(List.of())),
                KERNELS.filled(ranks.map(Ranks::kernels).orElse(List.of())));
    }

    private static Optional<Double> nanosOf(Optional<Long> nanos) {
        return nanos.map(Long::doubleValue);
    }
}
