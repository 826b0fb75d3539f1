package dev.llmprof.trace.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NsysCsv;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.LaunchShape;
import dev.llmprof.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NsysTraceCsvTest {
    private static final String GPU =
            "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name\n";

    @TempDir Path directory;
    @TempDir static Path made;

    @Test
    void readsKernelsCopiesAndSets() throws IOException {
        GpuTable gpu =
                read(GPU
                                + "100,20,7,4,2,1,128,1,1,32,0.000,0.001,None,None,None,None,NVIDIA H100 (1),1,13,\"void k<a, b>(int)\"\n"
                                + "130,5,8,None,None,None,None,None,None,None,None,None,0.197,39400.0,Pinned,Device,NVIDIA H100 (1),1,14,[CUDA memcpy HtoD]\n"
                                + "140,1,9,None,None,None,None,None,None,None,None,None,1.000,1,Device,None,NVIDIA H100 (1),1,14,[CUDA memset]\n")
                        .gpu();
        assertEquals(3, gpu.size());
        assertEquals(GpuKind.KERNEL, gpu.kindOf(0));
        assertEquals("void k<a, b>(int)", gpu.name().get(0));
        assertEquals(100, gpu.startNanos().get(0));
        assertEquals(20, gpu.durationNanos().get(0));
        assertEquals(7, gpu.correlation().get(0));
        assertEquals(new Lane("", "1", "1", "13"), gpu.lane().get(0));
        assertEquals(new LaunchShape(4, 2, 1, 128, 1, 1, 32, 0, 0), gpu.shape().get(0));
        assertEquals(GpuKind.COPY, gpu.kindOf(1));
        assertEquals(197_000, gpu.bytes().get(1));
        assertEquals(GpuKind.SET, gpu.kindOf(2));
    }

    @Test
    void readsCallsOfTheRuntimeAndOfTheDriver() throws IOException {
        HostTable host =
                read("""
                Start (us),Duration (us),Name,Result,CorrID,Pid,Tid,T-Pri,Thread Name
                1.5,0.25,cudaLaunchKernel,0,5,55,66,20,python
                2.0,1.0,cuMemAlloc_v2,0,6,55,66,20,python
                """)
                        .host();
        assertEquals(HostKind.RUNTIME_CALL, host.kindOf(0));
        assertEquals(1_500, host.startNanos().get(0));
        assertEquals(250, host.durationNanos().get(0));
        assertEquals(5, host.correlation().get(0));
        assertEquals(new HostThread("55", "66"), host.thread().get(0));
        assertEquals(HostKind.DRIVER_CALL, host.kindOf(1));
    }

    @Test
    void readsRangesThatWerePushedAndPopped() throws IOException {
        HostTable host =
                read("""
                Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild (ns),Name,PID,TID,Lvl,NumChild,RangeId,ParentId,RangeStack,NameTree
                10,50,40,0,40,decode,55,66,0,0,3,None,:3,decode
                """)
                        .host();
        assertEquals(HostKind.RANGE, host.kindOf(0));
        assertEquals("decode", host.name().get(0));
        assertEquals(40, host.durationNanos().get(0));
        assertEquals(3, host.externalId().get(0));
        assertEquals(HostTable.NONE, host.correlation().get(0));
    }

    @Test
    void countsRowsThatHaveNoTimesAndPassesOverWhatStandsBefore() throws IOException {
        Trace trace = read("Processing [run.sqlite] with [gputrace.py]...\n\n" + GPU + "x,y,z\n");
        assertEquals(0, trace.gpu().size());
        assertEquals(1, trace.reading().broken());
    }

    @Test
    void aTableOfSumsIsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("sums.csv"), "Time (%),Name\n1,k\n");
        assertEquals(Optional.empty(), NsysTraceCsv.read(file));
    }

    @Test
    void hasEveryEventOfTheRun() throws IOException {
        NsysRun run = NsysRuns.generated(3, 4);
        GpuTable gpu = read(NsysCsv.trace(run)).gpu();
        Map<String, Long> described = new TreeMap<>();
        for (NsysRun.Work work : run.work()) {
            String name = work.kind() == NsysRun.Kind.KERNEL ? work.name() : "";
            described.merge(work.kind() + name, work.nanos(), Long::sum);
        }
        assertEquals(run.work().size(), gpu.size());
        assertEquals(described, sums(gpu));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void hasTheSameEventsAsTheExport(Path csv, Path sqlite) throws IOException {
        Trace table = NsysTraceCsv.read(csv).orElseThrow();
        Trace export = NsysTraces.read(sqlite);
        assertEquals(sums(export.gpu()), sums(table.gpu()));
    }

    static Stream<Arguments> recordings() throws IOException {
        NsysRun run = NsysRuns.generated(4, 5);
        Path csv = Files.writeString(made.resolve("gputrace.csv"), NsysCsv.trace(run));
        Path sqlite = NsysExport.write(run, NsysSchema.V3_16, made.resolve("run.sqlite"));
        String name = "nsight/ncar-gpu-workshop/MW_baseline";
        return Stream.concat(
                Stream.of(Arguments.of(csv, sqlite)),
                SharedData.ifHere(name + ".sqlite").stream()
                        .map(file ->
                                Arguments.of(SharedData.at(name + ".nsys-gputrace.csv"), file)));
    }

    private static Map<String, Long> sums(GpuTable gpu) {
        Map<String, Long> sums = new TreeMap<>();
        for (int row = 0; row < gpu.size(); row++) {
            String name = gpu.kindOf(row) == GpuKind.KERNEL ? gpu.name().get(row) : "";
            sums.merge(gpu.kindOf(row) + name, gpu.durationNanos().get(row), Long::sum);
        }
        return sums;
    }

    private Trace read(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("trace.csv"), text);
        return NsysTraceCsv.read(file).orElseThrow();
    }
}
