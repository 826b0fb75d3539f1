package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Volume;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.shape.Request;
import dev.llmprof.run.settings.StaticPoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command as a user types it.
class ModelCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir private Path folder = Path.of(".");

    @Test
    void givesWhatProgramsRelyOnAsJson() throws IOException {
        assertEquals(0, run("model", "llama-3.1-8b", "--gpu", "h100-sxm5-80gb", "--json"));
        JsonNode json = new ObjectMapper().readTree(printed());
        assertEquals(8_030_261_248L, json.at("/parameters/total").asLong());
        assertEquals(8_030_261_248L, json.at("/parameters/active").asLong());
        assertEquals(16_060_522_496L, json.at("/weights/bytes").asLong());
        assertEquals(131_072, json.at("/kv_cache/bytes_per_token").asLong());
        assertEquals("prefill", json.at("/phases/0/name").asText());
        assertEquals("decode", json.at("/phases/1/name").asText());
        assertEquals("exact", json.at("/convention/name").asText());
        assertFalse(json.at("/operators").isEmpty());
        assertTrue(json.at("/device/fits").asBoolean());
        assertEquals("memory", json.at("/phases/1/bound_by").asText());
        double sum = 0;
        for (JsonNode operator : json.at("/operators")) {
            sum +=
                    operator.at("/phase").asText().equals("decode")
                            ? operator.at("/flops").asDouble()
                            : 0;
        }
        assertEquals(json.at("/phases/1/flops").asDouble(), sum, sum * 1e-12);
    }

    @Test
    void sizesADeploymentWithinLimits() throws IOException {
        assertEquals(
                0,
                run(
                        "model",
                        "llama-3.1-8b",
                        "--slo",
                        "ttft=500ms,tpot=30ms",
                        "--gpu",
                        "h100-sxm5-80gb",
                        "--tp",
                        "1,2",
                        "--price",
                        "2.5",
                        "--json"));
        JsonNode json = new ObjectMapper().readTree(printed());
        assertEquals(0.03, json.at("/slo/tpot_seconds").asDouble());
        assertEquals(0.9, json.at("/memory_utilization").asDouble());
        assertEquals(2, json.at("/deployments").size());
        JsonNode one = json.at("/deployments/0");
        assertEquals("tpot", one.at("/limited_by").asText());
        assertTrue(one.at("/concurrency").asInt() < one.at("/ideal_concurrency").asInt());
        assertTrue(one.at("/tpot_seconds").asDouble() <= 0.03);
        assertTrue(one.at("/price_per_million_tokens_out").asDouble() > 0);
    }

    @Test
    void headsThatDoNotDivideAreRefused() {
        assertEquals(2, run("model", "llama-3.1-8b", "--tp", "3"));
        assertTrue(
                said().contains(
                                "32 attention heads (8 of keys and values) cannot be split over 3"
                                        + " GPUs"),
                said());
        assertTrue(said().contains("fix  --tp 1, 2, 4, 8, 16\n"), said());
    }

    @Test
    void expertsThatAreNotThereAreRefused() {
        assertEquals(2, run("model", "llama-3.1-8b", "--ep", "2"));
        assertTrue(said().contains("this model has no experts to split"), said());
        assertTrue(said().contains("fix  leave --ep out\n"), said());
    }

    @Test
    void whatSizingCannotTakeIsSaid() {
        assertEquals(2, run("model", "llama-3.1-8b", "--gpu", "l4", "--slo", "tpot=50"));
        assertTrue(said().contains("'tpot=50' is not what --slo takes"), said());
        assertEquals(2, run("model", "llama-3.1-8b", "--gpu", "l4", "--slo", "ttft=5x"));
        assertTrue(said().contains("'ttft=5x' is not what --slo takes"), said());
        assertEquals(2, run("model", "llama-3.1-8b", "--price", "2"));
        assertTrue(said().contains("--price needs --slo"), said());
        assertEquals(
                2, run("model", "llama-3.1-8b", "--gpu", "l4", "--slo", "tpot=1s", "--batch", "4"));
        assertTrue(said().contains("--slo finds the batch by itself"), said());
        assertEquals(2, run("model", "llama-3.1-8b", "--tp", "1,2"));
        assertTrue(said().contains("--tp takes several values only with --slo"), said());
    }

    @Test
    void saysHowManyExpertsAPassTouches() throws IOException {
        assertEquals(0, run("model", "mixtral-8x7b", "--batch", "2", "--prompt", "0", "--json"));
        for (JsonNode operator : new ObjectMapper().readTree(printed()).at("/operators")) {
            if (operator.at("/name").asText().equals("experts")) {
                // Two tokens of 2 in 8: 8·(1 − ¾²), at least two, at most four.
                JsonNode touched = operator.at("/distinct_experts_in_a_pass");
                assertEquals(3.5, touched.at("/expected").asDouble());
                assertEquals(2, touched.at("/fewest").asInt());
                assertEquals(4, touched.at("/most").asInt());
                return;
            }
        }
        throw new AssertionError("no experts in " + printed());
    }

    @Test
    void keepsTheReferencesShapeBesideOurs() throws IOException {
        assertEquals(0, run("model", "deepseek-ocr", "--images", "1", "--prompt", "10", "--json"));
        JsonNode json = new ObjectMapper().readTree(printed());
        assertEquals(703, json.at("/metadata/seq_len").asInt());
        assertEquals(1024, json.at("/metadata/base_size").asInt());
        assertEquals(640, json.at("/metadata/image_size").asInt());
        assertEquals(3_336_106_240L, json.at("/total/params").asLong());
        long parts = 0;
        for (String stage : List.of("sam", "clip", "projector", "prefill", "decode")) {
            parts += json.at("/stages/" + stage + "/params").asLong();
            assertTrue(json.at("/stages/" + stage + "/flops").asDouble() > 0, stage);
        }
        assertEquals(3_336_106_240L, parts);
    }

    @Test
    void makesATableOfRanges() {
        assertEquals(
                0,
                run(
                        "model",
                        "gpt2",
                        "--batch",
                        "1..4",
                        "--prompt",
                        "100,200",
                        "--gpu",
                        "l4,t4",
                        "--csv"));
        List<String> lines = printed().lines().toList();
        assertEquals(1 + 3 * 2 * 2, lines.size());
        assertEquals(
                "gpu,batch,prompt_tokens,new_tokens,first_token_flops,first_token_seconds,"
                        + "seconds_per_token,tokens_per_second,decode_bound_by,memory_bytes,fits,caveats",
                lines.getFirst());
        assertTrue(lines.get(1).startsWith("L4,1,100,128,"), lines.get(1));
        // 300 GB/s and a quarter of a gigabyte of weights: about a millisecond, in seconds.
        assertEquals(0.0009, Double.parseDouble(lines.get(1).split(",", -1)[6]), 0.0003);
    }

    @Test
    void namesTheUnitOfEveryColumnOfOperators() {
        assertEquals(0, run("model", "gpt2", "--gpu", "l4", "--csv"));
        List<String> lines = printed().lines().toList();
        assertEquals(
                "phase,operator,layers,parameters,tensor_flops,vector_flops,weight_bytes,kv_bytes,"
                        + "activation_bytes,flops_per_byte,bound_seconds,bound_by,caveats",
                lines.getFirst());
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("decode,lm_head,1,38597376,")));
    }

    @Test
    void hearsNoFlagBesideOverrides() {
        assertEquals(2, run("model", "gpt2", "request.batch=2", "--gpu", "l4", "--batch", "4"));
        assertTrue(said().contains("--batch, --gpu and overrides exclude each other"), said());
        assertEquals(2, run("model", "gpt2", "--json", "--csv"));
    }

    @Test
    void saysOnHowManyGpusItCounts() {
        assertEquals(0, run("model", "llama-3.1-8b", "--gpu", "l4", "--tp", "2", "--pp", "2"));
        assertTrue(printed().contains("; on 4 GPUs (tp 2, pp 2, ep 1)"), printed());
    }

    @Test
    void takesPointsFromTheConfiguration() {
        assertEquals(0, run("model", "gpt2", "-m", "request.batch=1,2", "--csv"));
        assertEquals(3, printed().lines().count());
    }

    @Test
    void writesAPageWithItsCharts() throws IOException {
        Path page = folder.resolve("page.html");
        assertEquals(0, run("model", "gpt2", "--gpu", "l4", "--html", page.toString()));
        String text = Files.readString(page);
        assertTrue(text.contains("Roofline of L4"));
        assertTrue(text.indexOf(">TTFT<") < text.indexOf("Roofline of L4"), "times come first");
    }

    @Test
    void aPageOfSizesBeginsWithTheBestDeployments() throws IOException {
        Path page = folder.resolve("sizes.html");
        assertEquals(
                0,
                run(
                        "model",
                        "gpt2",
                        "--gpu",
                        "l4",
                        "--slo",
                        "tpot=50ms",
                        "--price",
                        "2.5",
                        "--html",
                        page.toString()));
        String text = Files.readString(page);
        assertTrue(text.indexOf("most throughput") < text.indexOf("<table"), text);
        assertTrue(text.indexOf("lowest price") < text.indexOf("<table"), text);
        assertTrue(text.contains("expected, on L4"), text);
    }

    @Test
    void namesAreSpeltForTheUser() {
        assertEquals(2, run("model", "lama-3.1-8b"));
        assertTrue(said().contains("did you mean llama-3.1-8b?"), said());
        assertEquals(2, run("model", "gpt2", "--gpu", "h100"));
        assertTrue(said().contains("h100-sxm5-80gb"), said());
        assertEquals(2, run("model", "gpt2", "--batch", "4..1"));
        assertEquals(2, run("model", "gpt2", "--batch", "many"));
        assertEquals(2, run("model", "gpt2", "--weights", "fp7"));
        assertEquals(2, run("model", "deepseek-ocr", "--images", "1", "--image-mode", "grand"));
        assertEquals(2, run("model", folder.toString()));
        assertFalse(said().contains("Exception"), said());
    }

    private int run(String... words) {
        var console =
                Console.of(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of(),
                        Volume.NORMAL);
        return Front.run(
                CommandWords.of(List.of(words)),
                Map.of(
                        "model",
                        () ->
                                new ModelCommand(
                                        console, (named, _) -> gpus(named), (_, _, _) -> points())),
                console);
    }

    private static List<Gpu> gpus(String words) {
        return List.of(words.split(",", -1)).stream().map(ShippedGpus.catalogue()::named).toList();
    }

    private static List<StaticPoint> points() {
        return List.of(
                new StaticPoint(Request.DEFAULT, Optional.empty()),
                new StaticPoint(Request.DEFAULT.withBatch(2), Optional.empty()));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
