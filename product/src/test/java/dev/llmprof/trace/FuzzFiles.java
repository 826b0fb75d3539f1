package dev.llmprof.trace;

import dev.llmprof.trace.ncu.NcuReportBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Small whole files, to be damaged.
public final class FuzzFiles {
    private FuzzFiles() {}

    public static byte[] ncuReport() {
        return NcuReportBytes.twoLaunches();
    }

    public static byte[] ncuCsv() {
        String launch =
                "\"0\",\"17\",\"python\",\"h\",\"void k<(int)1>(T)\",\"1\",\"7\",\"(128, 1, 1)\",\"(2, 4, 1)\",\"0\",\"9.0\",";
        String text =
                "==PROF== Connected\n\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup Type\",\"Estimated Speedup\"\n"
                        + launch
                        + "\"GPU Speed Of Light Throughput\",\"Duration\",\"us\",\"1,023.42\",\n"
                        + launch
                        + "\"Command line profiler metrics\",\"dram__bytes_read.sum\",\"Mbyte\",\"3.35\",\n"
                        + launch
                        + "\"Command line profiler metrics\",\"flop_count_hp.sum\",\"\",\"n/a\",\n"
                        + launch
                        + "\"Occupancy\",\"\",\"\",\"\",\"Occ\",\"OPT\",\"Say \"\"more\"\",\nor less\",\"global\",\"38.17\"\n"
                        + "ID,Process ID,Kernel Name,gpu__time_duration.sum\n,,,ms\n5,17,k,0.5\n";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] without(byte[] bytes, int at, int length) {
        byte[] rest = Arrays.copyOf(bytes, bytes.length - length);
        System.arraycopy(bytes, at + length, rest, at, rest.length - at);
        return rest;
    }

    public static byte[] repeated(byte[] bytes, int at, int length) {
        byte[] more = Arrays.copyOf(bytes, bytes.length + length);
        System.arraycopy(bytes, at, more, at + length, bytes.length - at);
        return more;
    }
}
