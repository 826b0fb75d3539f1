package dev.llmprof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.load.PromptSource.Lengths;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptsTest {
    @TempDir Path directory;

    private static String text(Prompt prompt) {
        return ((Prompt.Content.Text) prompt.content()).text();
    }

    private static Prompts synthetic(Lengths lengths) {
        return new Prompts(new PromptSource.Synthetic(lengths), 7);
    }

    @Test
    void promptsAreRepeatableAndAllDifferent() {
        Prompts prompts = synthetic(new Lengths.Fixed(32));
        Set<String> all = new HashSet<>();
        for (int number = 0; number < 100; number++) {
            all.add(text(prompts.of(number)));
            all.add(text(prompts.warmup(number)));
            assertEquals(32, text(prompts.of(number)).split(" ", -1).length);
        }
        assertEquals(200, all.size());
        assertEquals(text(prompts.of(3)), text(synthetic(new Lengths.Fixed(32)).of(3)));
    }

    @Test
    void aTokenizerWithTwoTokensAWordGetsHalfTheWords() {
        Prompts prompts = synthetic(new Lengths.Fixed(32)).calibrated(2);
        assertEquals(16, text(prompts.of(0)).split(" ", -1).length);
    }

    @Test
    void uniformLengthsCoverTheirRange() {
        Prompts prompts = synthetic(new Lengths.Uniform(3, 5));
        Set<Integer> lengths = new HashSet<>();
        for (int number = 0; number < 100; number++) {
            lengths.add(text(prompts.of(number)).split(" ", -1).length);
        }
        assertEquals(Set.of(3, 4, 5), lengths);
    }

    @Test
    void pairsGiveTheAnswersLengthToo() {
        Prompts prompts =
                synthetic(
                        new Lengths.Pairs(List.of(new Lengths.Pair(4, 9), new Lengths.Pair(6, 2))));
        assertEquals(6, text(prompts.of(3)).split(" ", -1).length);
        assertEquals(OptionalInt.of(2), prompts.of(3).newTokens());
    }

    @Test
    void aFileOfPromptsIsReadWithItsTimes() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("p.jsonl"),
                        """
                        {"prompt": "hello", "max_tokens": 5, "at": 0.5}
                        {"messages": [{"role": "user", "content": "hi"}], "at": 0.75}

                        {"timestamp": 1000, "input_length": 8, "output_length": 3}
                        """);
        PromptFile read = PromptFile.read(file, true);
        assertEquals(List.of(500_000_000L, 750_000_000L, 1_000_000_000L), read.dueNanos());
        assertEquals(OptionalInt.of(5), read.prompts().get(0).newTokens());
        Prompts prompts = new Prompts(new PromptSource.Given("p.jsonl", read.prompts()), 7);
        assertEquals("hello", text(prompts.of(3)));
        assertEquals(8, text(prompts.of(2)).split(" ", -1).length);
    }

    @Test
    void aBrokenLineIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("p.jsonl"), "{\"prompt\": \"a\"}\n{oops\n");
        var found = assertThrows(Problem.Found.class, () -> PromptFile.read(file, false));
        assertTrue(found.problems().getFirst().at().endsWith("p.jsonl:2"));
    }

    @Test
    void aReplayNeedsTimesThatAscend() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("p.jsonl"),
                        "{\"prompt\": \"a\", \"at\": 2}\n{\"prompt\": \"b\", \"at\": 1}\n");
        var found = assertThrows(Problem.Found.class, () -> PromptFile.read(file, true));
        assertEquals(
                "this request is due before the one above it", found.problems().getFirst().what());
    }
}
