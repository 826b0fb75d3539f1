package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class ForeignEventsTest {
    private static final String KERNEL =
            "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':1,'dur':2}";

    @Test
    void pairsOfBeginAndEndAreRangesNestedByThread() throws IOException {
        Trace trace =
                read(
                        """
                        [{'ph':'B','name':'step','pid':1,'tid':1,'ts':0},
                         {'ph':'B','name':'other','pid':1,'tid':2,'ts':1},
                         {'ph':'B','name':'decode','pid':1,'tid':1,'ts':10},
                         {'ph':'E','pid':1,'tid':1,'ts':60},
                         {'ph':'E','pid':1,'tid':2,'ts':3},
                         {'ph':'E','pid':1,'tid':1,'ts':90}]
                        """);
        assertEquals(
                List.of("RANGE step 0 90000", "RANGE other 1000 2000", "RANGE decode 10000 50000"),
                host(trace));
        assertEquals("chrome", trace.tool());
        assertEquals(
                List.of(
                        "3 events that PyTorch's profiler does not write were read as plain ranges"
                                + " of the host, 0.142 ms in all: without category 3"),
                trace.reading().remarks());
    }

    @Test
    void asynchronousEventsAreFreeRangesById() throws IOException {
        Trace trace =
                read(
                        """
                        [{'ph':'b','cat':'req','id':'0x1','name':'request','pid':1,'tid':1,'ts':0},
                         {'ph':'b','cat':'req','id':'0x2','name':'request','pid':1,'tid':1,'ts':5},
                         {'ph':'n','cat':'req','id':'0x1','name':'token','pid':1,'tid':1,'ts':6},
                         {'ph':'e','cat':'req','id':'0x1','name':'request','pid':1,'tid':2,'ts':20},
                         {'ph':'e','cat':'req','id':'0x2','name':'request','pid':1,'tid':2,'ts':45},
                         {'ph':'S','cat':'old','id':7,'name':'load','pid':1,'tid':1,'ts':50},
                         {'ph':'F','cat':'old','id':7,'name':'load','pid':1,'tid':1,'ts':51}]
                        """);
        assertEquals(
                List.of(
                        "FREE_RANGE request 0 20000",
                        "FREE_RANGE request 5000 40000",
                        "FREE_RANGE load 50000 1000"),
                host(trace));
        assertEquals(
                "left out: 1 asynchronous instants (ph n)", trace.reading().remarks().getLast());
    }

    @Test
    void saysWhichRangesHaveOnlyOneEnd() throws IOException {
        Trace trace =
                read(
                        """
                        [{'ph':'B','name':'open','pid':1,'tid':1,'ts':2},
                         {'ph':'E','pid':1,'tid':2,'ts':3},
                         {'ph':'X','name':'last','pid':1,'tid':3,'ts':5,'dur':7}
                        """);
        assertEquals(List.of("RANGE open 2000 10000", "RANGE last 5000 7000"), host(trace));
        assertEquals(
                List.of(
                        "ranges that begin and never end: 1; they are taken to end with the trace",
                        "ends of ranges that never began: 1; they were left out"),
                trace.reading().remarks().subList(1, 3));
    }

    @Test
    void streamsOfAnAcceleratorAreDeviceWorkWhereverItsNameStands() throws IOException {
        Trace trace =
                read(
                        """
                        [{'ph':'X','name':'MatMulV2','pid':7,'tid':2,'ts':'10.120','dur':5.5},
                         {'ph':'X','name':'EVENT_WAIT','pid':7,'tid':3,'ts':'10','dur':9},
                         {'ph':'X','name':'MEMCPY_ASYNC','pid':7,'tid':2,'ts':'20','dur':1},
                         {'ph':'X','name':'AscendCL@aclnnMatmul','pid':8,'tid':3,'ts':'1','dur':2},
                         {'ph':'X','name':'Computing','pid':9,'tid':0,'ts':'10.120','dur':5.5},
                         {'ph':'M','name':'process_name','pid':7,'args':{'name':'Ascend Hardware'}},
                         {'ph':'M','name':'process_name','pid':8,'args':{'name':'CANN'}},
                         {'ph':'M','name':'process_name','pid':9,'args':{'name':'Overlap Analysis'}}]
                        """);
        assertEquals(
                List.of("KERNEL MatMulV2 10120 5500 7/2", "COPY MEMCPY_ASYNC 20000 1000 7/2"),
                gpu(trace));
        assertEquals(
                List.of("RANGE AscendCL@aclnnMatmul 1000 2000", "RANGE Computing 10120 5500"),
                host(trace));
        assertEquals("Ascend Hardware", trace.devices().getFirst().name());
        assertEquals(
                List.of(
                        "2 events that PyTorch's profiler does not write were read as plain ranges"
                                + " of the host, 0.008 ms in all",
                        "2 events were read as work of a device, as their process is called Ascend"
                                + " Hardware",
                        "1 waits and signals on the device's streams are not work and were"
                                + " skipped"),
                trace.reading().remarks());
    }

    @Test
    void linesAboveTheStreamsOfXlaSayTheirWorkOnlyAgain() throws IOException {
        Trace trace =
                read(
                        """
                        [{'ph':'M','name':'process_name','pid':1,'args':{'name':'/device:TPU:0'}},
                         {'ph':'M','name':'thread_name','pid':1,'tid':1,'args':{'name':'Steps'}},
                         {'ph':'M','name':'thread_name','pid':1,'tid':2,'args':{'name':'XLA Ops'}},
                         {'ph':'X','name':'0','pid':1,'tid':1,'ts':0,'dur':50},
                         {'ph':'X','name':'fusion.1','pid':1,'tid':2,'ts':1,'dur':40}]
                        """);
        assertEquals(List.of("KERNEL fusion.1 1000 40000 0/2"), gpu(trace));
        assertEquals(List.of("RANGE 0 0 50000"), host(trace));
    }

    @Test
    void eventsOfOtherAcceleratorsThatKinetoKnowsAreWorkAndCalls() throws IOException {
        Trace trace =
                read(
                        """
                        [{'ph':'X','cat':'mtia_ccp_events','name':'fc','pid':0,'tid':1,'ts':1,'dur':4},
                         {'ph':'X','cat':'mtia_runtime','name':'launch','pid':9,'tid':9,'ts':0,'dur':1},
                         {'ph':'X','cat':'xpu_runtime','name':'zeLaunch','pid':9,'tid':9,'ts':2,'dur':1}]
                        """);
        assertEquals(List.of("KERNEL fc 1000 4000 0/1"), gpu(trace));
        assertEquals(
                List.of("RUNTIME_CALL launch 0 1000", "RUNTIME_CALL zeLaunch 2000 1000"),
                host(trace));
        assertEquals(List.of(), trace.reading().remarks());
    }

    @Test
    void rangesOfCuptisProfilerHaveNoTimesOfTheirOwn() throws IOException {
        Trace trace =
                read(
                        "["
                                + KERNEL
                                + ",{'ph':'X','cat':'cuda_profiler_range','name':'k','pid':0,'tid':0,'ts':9,'dur':121}]");
        assertEquals(1, trace.gpu().size());
        assertEquals(1, trace.reading().remarks().size());
        for (var file :
                SharedData.ifHere(
                                "kineto/hta/cupti_profiler_benchmark_result_924719_1679055439_trace.json.gz")
                        .stream()
                        .toList()) {
            List<String> remarks = new ArrayList<>();
            KinetoFiles.each(file, _ -> {}, taker(remarks));
            assertEquals("77 ranges of CUPTI's profiler", remarks.getFirst().substring(0, 29));
        }
    }

    @Test
    void saysThatADurationIsNoNumberAndKeepsTheRest() throws IOException {
        Trace trace =
                read(
                        "["
                                + KERNEL.replace("2}", "NaN}")
                                + ","
                                + KERNEL.replace("2}", "Infinity}")
                                + ","
                                + KERNEL
                                + "]");
        assertEquals(3, trace.gpu().size());
        assertEquals(
                List.of(
                        "2 events have a duration that is not a number, such as NaN; they count"
                                + " as events of length 0"),
                trace.reading().remarks());
    }

    @Test
    void saysThatASecondDocumentFollows() throws IOException {
        String document = "{'traceEvents':[" + KERNEL + "]}";
        Trace trace = read(document + "\n" + document);
        assertEquals(1, trace.gpu().size());
        assertEquals(
                List.of(
                        "85 bytes follow behind the end of the trace, at byte 85: only the first"
                                + " JSON document was read"),
                trace.reading().remarks());
    }

    @Test
    void aTraceOfWhichNothingCanBeShownIsAProblem() {
        var found =
                assertThrows(
                        Problem.Found.class,
                        () -> read("[{'ph':'C','name':'kv','pid':1,'ts':0,'args':{'used':1}}]"));
        assertEquals(
                "none of the 1 events of this trace can be analysed: phases {C=1}, categories {};"
                        + " left out: 1 counter samples (ph C)",
                found.problems().getFirst().what());
    }

    @Test
    void whatPytorchRecordedWithoutOperatorsHasItsOwnRemedy() {
        var found =
                assertThrows(
                        Problem.Found.class,
                        () ->
                                read(
                                        "[{'ph':'X','cat':'python_function','name':'f','pid':1,'tid':1,'ts':0,'dur':9}]"));
        assertEquals(
                "record operators and kernels", found.problems().getFirst().fix().split(":", 2)[0]);
    }

    @Test
    void aZipThatBreaksOffBetweenItsFilesIsSaid() throws IOException {
        var zip = new ByteArrayOutputStream();
        int first;
        try (var out = new ZipOutputStream(zip)) {
            out.putNextEntry(new ZipEntry("rank0.json"));
            out.write(utf8("[" + KERNEL + "]"));
            out.closeEntry();
            out.flush();
            first = zip.size();
            out.putNextEntry(new ZipEntry("rank1.json"));
            out.write(utf8("[" + KERNEL + "]"));
        }
        List<String> said = new ArrayList<>();
        read(new ByteArrayInputStream(Arrays.copyOf(zip.toByteArray(), first)), said);
        assertEquals(
                List.of("the zip breaks off: what may have stood behind the files read is lost"),
                said);
    }

    @Test
    void opensZstdAndXz() throws IOException {
        assertEquals(List.of("RANGE a 1000 2000"), host(packed(ZSTD)));
        assertEquals(List.of("RANGE a 1000 2000"), host(packed(XZ)));
    }

    // printf '[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]' | zstd | base64, and with xz.
    private static final String ZSTD =
            "KLUv/QRYnQEAlAJbeyJwaCI6IlgiLCJuYW1lIjoiYSIsInBpZCI6MSwidHNkdXIiOjJ9XQIAKkJgRHkCySPkuQ==";
    private static final String XZ =
            "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AA1AC5dAC2ewEcDe8Y08kELQHel5VzSJKu8WdoDIhNE/yC0uJBT2SN7P/B1PH4zlVYjXgAAAAB9vn4b8XDA1AABSjY9h6rlH7bzfQEAAAAABFla";

    private static Trace packed(String base64) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(base64);
        return read(new ByteArrayInputStream(bytes), new ArrayList<>());
    }

    private static List<String> host(Trace trace) {
        List<String> lines = new ArrayList<>();
        var host = trace.host();
        for (int row = 0; row < host.size(); row++) {
            HostKind kind = host.kindOf(row);
            lines.add(
                    String.join(
                            " ",
                            kind.name(),
                            host.name().get(row),
                            Long.toString(host.startNanos().get(row)),
                            Long.toString(host.durationNanos().get(row))));
        }
        return lines;
    }

    private static List<String> gpu(Trace trace) {
        List<String> lines = new ArrayList<>();
        var gpu = trace.gpu();
        for (int row = 0; row < gpu.size(); row++) {
            GpuKind kind = gpu.kindOf(row);
            var lane = gpu.lane().get(row);
            lines.add(
                    String.join(
                            " ",
                            kind.name(),
                            gpu.name().get(row),
                            Long.toString(gpu.startNanos().get(row)),
                            Long.toString(gpu.durationNanos().get(row)),
                            lane.device() + "/" + lane.stream()));
        }
        return lines;
    }

    private static Trace read(String json) throws IOException {
        return read(new ByteArrayInputStream(utf8(json)), new ArrayList<>());
    }

    private static byte[] utf8(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static Trace read(InputStream in, List<String> problems) throws IOException {
        List<Trace> traces = new ArrayList<>();
        KinetoFiles.each(
                "t",
                in,
                _ -> {},
                new KinetoFiles.Taker() {
                    @Override
                    public void trace(Trace trace) {
                        traces.add(trace);
                    }

                    @Override
                    public void problem(Problem problem) {
                        problems.add(problem.what());
                    }
                });
        return traces.getFirst();
    }

    private static KinetoFiles.Taker taker(List<String> remarks) {
        return new KinetoFiles.Taker() {
            @Override
            public void trace(Trace trace) {
                remarks.addAll(trace.reading().remarks());
            }

            @Override
            public void problem(Problem problem) {
                remarks.add(problem.what());
            }
        };
    }
}
