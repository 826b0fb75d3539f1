package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.engine.Grounding.Box;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroundingTest {
    private static final String ANSWER =
            "<|ref|>title<|/ref|><|det|>[[0, 0, 999, 100]]<|/det|>\n# Report\n"
                    + "<|ref|>image<|/ref|><|det|>[[100,200,300,400],[500,500,400,600]]<|/det|>end";

    @Test
    void findsBoxesInPixelsAndLeavesOutEmptyOnes() {
        assertEquals(
                List.of(new Box("title", 0, 0, 1998, 100), new Box("image", 200, 200, 400, 200)),
                Grounding.boxes(ANSWER, 1998, 999));
    }

    @Test
    void linksPicturesAndDropsOtherReferences() {
        assertEquals("# Report\n![](images/0.jpg)\nend", Grounding.markdown(ANSWER));
    }
}
