package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Volume;
import dev.llmprof.hardware.ShippedGpus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A size that rests on an assumption says so in every format, and nothing is said to fit on it.
class CaveatsTest {
    /// A family we know with a key we do not understand, eyes we do not know, and weights of an
    /// unknown kind.
    private static final String CONFIG =
            """
            {"model_type": "newcomer", "vision_config": {"layers": 5},
             "quantization_config": {"quant_method": "newquant"},
             "text_config": {"model_type": "llama", "moe_latent_size": 64}}\
            """;

    private static final String MARK = "(unsure, text model only, weights assumed)";
    private static final String KEY = "keys not understood: moe_latent_size, vision_config";

    @TempDir private Path folder = Path.of(".");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void writeConfig() throws IOException {
        Files.writeString(folder.resolve("config.json"), CONFIG);
    }

    @Test
    void standBesideTheHeadlineOnATerminal() {
        String text = printed("--gpu", "h100-sxm5-80gb");
        assertTrue(text.contains("parameters " + MARK + " 6,738,415,616"), text);
        assertTrue(text.contains("weights " + MARK + " 13.5 GB"), text);
        assertTrue(text.contains("unknown whether it fits " + MARK), text);
        assertFalse(text.contains("fits:"), text);
    }

    @Test
    void standBesideTheHeadlineOfASweepWithItsNotes() {
        String text = printed("--batch", "1,8", "--gpu", "h100-sxm5-80gb").replace("\n", " ");
        assertTrue(text.contains("weights 13.5 GB " + MARK), text);
        assertTrue(text.contains(KEY), text);
        assertTrue(text.contains("weights quantised by 'newquant'"), text);
        assertFalse(text.contains("yes"), text);
    }

    @Test
    void areInTheJsonOfOneRequest() throws IOException {
        JsonNode json = new ObjectMapper().readTree(printed("--gpu", "h100-sxm5-80gb", "--json"));
        assertEquals(
                "[\"unsure\",\"text model only\",\"weights assumed\"]",
                json.at("/model/caveats").toString());
        assertTrue(json.at("/device/fits").isNull());
    }

    @Test
    void areInTheJsonOfASweepWithItsNotes() throws IOException {
        JsonNode json =
                new ObjectMapper().readTree(printed("--gpu", "l4,h100-sxm5-80gb", "--json"));
        assertEquals(
                "[\"unsure\",\"text model only\",\"weights assumed\"]",
                json.at("/caveats").toString());
        assertEquals(KEY, json.at("/notes/2").asText());
        assertTrue(json.at("/points/0/fits").isNull());
    }

    @Test
    void areInEveryRowOfACsvAndItsNotesOnTheErrorStream() {
        List<String> rows = printed("--batch", "1,8", "--gpu", "l4", "--csv").lines().toList();
        assertTrue(rows.get(0).endsWith("fits,caveats"), rows.get(0));
        assertTrue(
                rows.get(2).endsWith("unsure,unsure; text model only; weights assumed"),
                rows.get(2));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains(KEY));
        List<String> operators = printed("--csv").lines().toList();
        assertTrue(
                operators.getLast().endsWith(",unsure; text model only; weights assumed"),
                operators.getLast());
    }

    @Test
    void weightsThatTheUserNamesAreNotAssumed() {
        assertTrue(printed("--weights", "fp8").contains("(unsure, text model only)"));
    }

    @Test
    void aTextModelThatIsTooLargeDoesNotFit() throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"model_type": "newcomer", "vision_config": {"layers": 5},
                 "text_config": {"model_type": "llama", "num_hidden_layers": 320}}\
                """);
        assertTrue(printed("--gpu", "l4").contains("does not fit"));
    }

    private String printed(String... words) {
        out.reset();
        var console =
                Console.of(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of(),
                        Volume.NORMAL);
        List<String> all = new ArrayList<>(List.of("model", folder.toString()));
        all.addAll(List.of(words));
        Front.run(
                CommandWords.of(all),
                Map.of(
                        "model",
                        () ->
                                new ModelCommand(
                                        console,
                                        (named, _) ->
                                                List.of(named.split(",", -1)).stream()
                                                        .map(ShippedGpus.catalogue()::named)
                                                        .toList(),
                                        (_, _, _) -> List.of())),
                console);
        return out.toString(StandardCharsets.UTF_8);
    }
}
