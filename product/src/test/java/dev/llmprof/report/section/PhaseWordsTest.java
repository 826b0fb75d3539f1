package dev.llmprof.report.section;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.format.Terminal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseWordsTest {

    @Test
    void tellWhatThePhasesOfAnOcrModelDoInTwoLinesOfANarrowScreen() {
        List<String> lines = lines("prefill", "sam", "clip", "projector", "decode");
        assertEquals(
                List.of(
                        "prefill: reads the prompt in one go; decode: writes the answer token by token",
                        "sam, clip: vision encoding, pictures to features; projector: features to tokens"),
                lines);
        assertEquals(
                lines, List.of(Terminal.text(paragraphs(lines), 80).split("\n", -1)), "unwrapped");
    }

    @Test
    void sayNothingOfAPhaseThatIsNotThere() {
        assertEquals(
                List.of(
                        "decode: writes the answer token by token",
                        "sam: vision encoding, pictures to features"),
                lines("sam", "decode"));
    }

    @Test
    void tellPrefillAndDecodeInOnePass() {
        assertEquals(
                List.of(
                        "prefill: reads the prompt in one go; decode: writes the answer token by token",
                        "mixed: prefill and decode of different requests in one pass"),
                lines("mixed", "decode", "prefill"));
    }

    @Test
    void leaveNamesThatNobodyKnowsAlone() {
        assertEquals(List.of(), lines("rerank"));
    }

    private static List<String> lines(String... phases) {
        return PhaseWords.lines(
                Arrays.stream(phases)
                        .map(name ->
                                new Phases.Part(
                                        name, 1, 1, 0, 0, 0, List.of(), List.of(), List.of()))
                        .toList());
    }

    private static List<Block> paragraphs(List<String> lines) {
        return lines.stream().<Block>map(Block.Paragraph::new).toList();
    }
}
