package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.text;
import static dev.llmprof.report.table.TrustTables.optional;

import dev.llmprof.analysis.conditions.ConditionRow;
import dev.llmprof.report.block.Unit;

/// The samples of the machine, in the order of time.
public final class ConditionTable {
    private ConditionTable() {}

    public static final ResultTable<ConditionRow> SAMPLES =
            ResultTable.of(
                    "conditions",
                    "What the machine did during the run, sample by sample.",
                    nanos("time_ns", "since the first sample", ConditionRow::timeNanos),
                    text("device", "host, or gpu and its number", ConditionRow::device),
                    text("stage", "that was at work; empty between them", ConditionRow::stage),
                    optional(
                            "busy",
                            Unit.FRACTION,
                            "of all CPUs since the sample before; of a GPU as nvidia-smi says",
                            ConditionRow::busy),
                    optional(
                            "clock_hz",
                            Unit.HERTZ,
                            "of the CPUs, of the SMs",
                            ConditionRow::clockHertz),
                    optional("power_w", Unit.WATTS, "", ConditionRow::watts),
                    optional(
                            "memory_bytes",
                            Unit.BYTES,
                            "resident in the run's programs; of a GPU what all programs use",
                            ConditionRow::memoryBytes),
                    optional("power_limit_w", Unit.WATTS, "", row -> row.gpu().limitWatts()),
                    optional("memory_clock_hz", Unit.HERTZ, "", row -> row.gpu().memoryHertz()),
                    optional("temperature_c", Unit.CELSIUS, "", row -> row.gpu().celsius()),
                    text(
                            "clock_reasons",
                            "what held the GPU's clock down",
                            row -> row.gpu().reasons()),
                    optional(
                            "stolen",
                            Unit.FRACTION,
                            "by other virtual machines",
                            row -> row.host().stolen()),
                    optional(
                            "cpu_pressure",
                            Unit.FRACTION,
                            "of the time in which a task waited for a CPU",
                            row -> row.host().cpuStalled()),
                    optional("io_pressure", Unit.FRACTION, "", row -> row.host().ioStalled()),
                    optional(
                            "memory_pressure",
                            Unit.FRACTION,
                            "",
                            row -> row.host().memoryStalled()),
                    optional("load_1m", Unit.PLAIN, "", row -> row.host().load()),
                    text(
                            "busiest_other",
                            "the process outside the run that took the most",
                            row -> row.host().stranger()));
}
