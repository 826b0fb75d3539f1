package dev.llmprof.analysis.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.ncu.NcuRegion.Work;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuLaunch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NcuRegionsTest {
    private static final String HEADER =
            "ID,Process ID,Process Name,Kernel Name,thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg,gpu__time_duration.sum\n,,,,,us\n";

    @Test
    void countsALaunchInEveryRegionAroundItOnce() throws IOException {
        List<NcuRegion> regions =
                all(launches(row(0, "gemm", 3, "decode", "A::B"), row(1, "copy", 4, "decode")));
        assertEquals(
                List.of("decode", "A", "A::B"), regions.stream().map(NcuRegion::label).toList());
        NcuRegion decode = regions.getFirst();
        assertEquals(new Work(1, 1, 4000), decode.own());
        assertEquals(new Work(2, 2, 7000), decode.inclusive());
        assertEquals(new Work(0, 0, 0), regions.get(1).own());
        assertEquals(new Work(1, 1, 3000), regions.get(1).inclusive());
        assertEquals(new Work(1, 1, 3000), regions.get(2).own());
    }

    @Test
    void theParentIsAllButTheLastPart() throws IOException {
        List<NcuRegion> regions = all(launches(row(0, "k", 1, "A::B::C")));
        NcuRegion last = regions.getLast();
        assertEquals(Optional.of("A::B"), last.parent());
        assertEquals(2, last.depth());
        assertEquals("A__B__C", last.folder());
    }

    @Test
    void theRangeAroundIsAParentToo() throws IOException {
        NcuRegion inner = all(launches(row(0, "k", 1, "prefill", "sam"))).get(1);
        assertEquals(Optional.of("prefill"), inner.parent());
        assertEquals(1, inner.depth());
    }

    @Test
    void recursionDoesNotCountTwice() throws IOException {
        List<NcuRegion> regions = all(launches(row(0, "k", 5, "layer", "layer")));
        assertEquals(
                List.of(new Work(1, 1, 5000)), regions.stream().map(NcuRegion::inclusive).toList());
    }

    @Test
    void partsAndUnderscoresDoNotMeet() throws IOException {
        List<NcuRegion> regions = all(launches(row(0, "k", 1, "A::B"), row(1, "k", 1, "A_B")));
        assertEquals(List.of("A", "A__B", "A_B"), regions.stream().map(NcuRegion::folder).toList());
        assertEquals(List.of("A", "A::B", "A_B"), regions.stream().map(NcuRegion::label).toList());
    }

    @Test
    void labelsThatLookAlikeGetDifferentFolders() throws IOException {
        List<NcuRegion> regions =
                all(launches(row(0, "k", 1, "a b"), row(1, "k", 1, "a_b"), row(2, "k", 1, " ")));
        assertEquals(3, regions.stream().map(NcuRegion::folder).distinct().count());
        assertTrue(regions.getFirst().folder().matches("a_b-[0-9a-f]{8}"));
    }

    @Test
    void aRegionAskedForButEmptyHasARow() throws IOException {
        List<NcuRegion> regions =
                NcuRegions.of(launches(row(0, "k", 1)), List.of("decode"), _ -> true);
        assertTrue(regions.getFirst().isEmpty());
        assertEquals(NcuRegions.UNLABELLED, regions.get(1).label());
        assertFalse(NcuRegions.anyLabelled(launches(row(0, "k", 1))));
    }

    @Test
    void leavesOutUnwantedKernels() throws IOException {
        List<NcuLaunch> launches =
                launches(row(0, "gemm", 3, "decode"), row(1, "copy", 4, "decode"));
        List<NcuRegion> regions =
                NcuRegions.of(launches, List.of(), name -> !name.contains("copy"));
        assertEquals(new Work(1, 1, 3000), regions.getFirst().inclusive());
    }

    /// The sums over all processes and devices.
    private static List<NcuRegion> all(List<NcuLaunch> launches) {
        return NcuRegions.of(launches, List.of(), _ -> true).stream()
                .filter(region -> region.process().isEmpty())
                .toList();
    }

    private static String row(int id, String kernel, int micros, String... ranges) {
        var frames = new StringBuilder("7 ");
        for (String range : ranges) {
            frames.append(" \"\"<default domain>:").append(range);
            frames.append(":none:none:none:none:none:none\"\"");
        }
        return id + ",17,python," + kernel + ",\"" + frames + "\"," + micros + "\n";
    }

    private static List<NcuLaunch> launches(String... rows) throws IOException {
        String csv = HEADER + String.join("", rows);
        return NcuCsv.read(
                        new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), "test.csv")
                .launches();
    }
}
