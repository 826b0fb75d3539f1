package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServedFileTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    run/1763311-TP-0-DP-1-DECODE.trace.json.gz                        | decode  | false |
                    1763311-TP-0-EXTEND.trace.json.gz                                 | prefill | false |
                    prefix-1763311-TP-0-PP-1-EP-0-prefill.trace.json.gz               | prefill | false |
                    1763311-TP-0-decode.trace.json.gz                                 | decode  | false |
                    merged-1763311.trace.json.gz                                      |         | true  |
                    merged-1763311-DECODE.trace.json.gz                               | decode  | true  |
                    graph_capture_profile/cuda_graph_capture-decode-TP-3.json.gz      |         | false | decode
                    cuda_graph_capture-eagle_draft-TP-0.json.gz                       |         | false | eagle_draft
                    dp0_pp0_tp0_dcp0_ep0_rank0.1773709742341309550.pt.trace.json.gz   |         | false |
                    decode.trace.json                                                 |         | false |
                    1763311-TP-0-DECODER.trace.json.gz                                |         | false |
                    unmerged-1.json                                                   |         | false |
                    """)
    void readsWhatAServerPutsIntoTheName(String name, String phase, boolean merged, String runner) {
        ServedFile file = ServedFile.of(name);
        assertEquals(
                List.of(phase == null ? "" : phase, merged, runner == null ? "" : runner),
                List.of(file.phase().orElse(""), file.merged(), file.graphRunner().orElse("")));
    }
}
