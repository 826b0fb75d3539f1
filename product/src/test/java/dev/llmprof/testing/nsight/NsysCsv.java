package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NsysRun.Kind;
import dev.llmprof.testing.nsight.NsysRun.Shape;
import dev.llmprof.testing.nsight.NsysRun.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Tables as the text of a CSV that `nsys stats` writes.
public final class NsysCsv {
    private static final String NONE = "None";

    private NsysCsv() {}

    public static String of(List<List<String>> table) {
        return table.stream()
                .map(row -> row.stream().map(NsysCsv::cell).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /// `gputrace`, later `cuda_gpu_trace`: every event by itself.
    public static String trace(NsysRun run) {
        List<List<String>> table = new ArrayList<>();
        table.add(
                List.of(
                        "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name"
                                .split(",")));
        run.work().stream()
                .sorted(Comparator.comparingLong(Work::start))
                .forEach(work -> table.add(row(work)));
        return of(table);
    }

    private static List<String> row(Work work) {
        List<String> row = new ArrayList<>();
        row.addAll(List.of(work.start() + "", work.nanos() + "", work.correlation() + ""));
        boolean kernel = work.kind() == Kind.KERNEL;
        Shape shape = work.shape();
        for (int side :
                new int[] {
                    shape.gridX(),
                    shape.gridY(),
                    shape.gridZ(),
                    shape.blockX(),
                    shape.blockY(),
                    shape.blockZ(),
                    40
                }) {
            row.add(kernel ? side + "" : NONE);
        }
        row.addAll(kernel ? List.of("0.000", "0.002") : List.of(NONE, NONE));
        row.add(kernel ? NONE : decimals(work.bytes() / 1e6));
        row.add(kernel ? NONE : decimals(work.bytes() * 1e3 / work.nanos()));
        row.addAll(kernel ? List.of(NONE, NONE) : List.of("Pinned", "Device"));
        row.add("NVIDIA H100 (" + work.process() % 2 + ")");
        row.addAll(List.of("1", work.stream() + "", work.name()));
        return row;
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String cell(String text) {
        return text.contains(",") ? '"' + text + '"' : text;
    }
}
