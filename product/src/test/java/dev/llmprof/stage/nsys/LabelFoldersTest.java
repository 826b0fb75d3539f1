package dev.llmprof.stage.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelFoldersTest {
    @Test
    void aLabelIsItsFolderWhereNoOtherIsSpeltAlike() {
        assertEquals(
                Map.of("prefill", "prefill", "sam encoder", "sam_encoder", "..", "_"),
                LabelFolders.of(List.of("prefill", "sam encoder", "..", "prefill")));
    }

    @Test
    void labelsThatBecomeOneNameGetFoldersOfTheirOwn() {
        assertEquals(
                Map.of("A::B", "A_B-966b7ec7", "A_B", "A_B-2be85fc2", "a_b", "a_b-28cb39ea"),
                LabelFolders.of(List.of("A::B", "A_B", "a_b")));
    }
}
