package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.Architectures;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.shape.Work;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// FLOPs of whole families, held against PyTorch's own counter over the real code.
class FamilyFlopsTest {
    private static final Counting TORCH = Counting.of(Precision.BF16).with(Convention.TORCH);

    @Test
    void countsTheFlopsThatPyTorchCounts() {
        List<String> differences = new ArrayList<>();
        Set<String> families = new HashSet<>();
        for (String line : ResourceText.lines("flops.txt").toList()) {
            int blank = line.indexOf(' ');
            byte[] json = line.substring(blank + 1).getBytes(StandardCharsets.UTF_8);
            Model model = Architectures.read(ModelConfig.parse(json, "flops.txt"));
            families.add(model.family());
            double counted = flops(model.decoder());
            if (counted != Double.parseDouble(line.substring(0, blank))) {
                differences.add(counted + " for " + line);
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(families.size() > 70, families.size() + " families");
    }

    @Test
    void countsTheFlopsOfEyesThatPyTorchCounts() {
        List<String> differences = new ArrayList<>();
        Set<String> types = new HashSet<>();
        for (String line : ResourceText.lines("seeing_flops.txt").toList()) {
            String[] cells = line.split(" ", 4);
            byte[] json = cells[3].getBytes(StandardCharsets.UTF_8);
            Model model = Architectures.read(ModelConfig.parse(json, "seeing_flops.txt"));
            types.add(model.family());
            var picture = new Images(1, Integer.parseInt(cells[1]), Integer.parseInt(cells[2]), "");
            double counted = flops(model.vision().orElseThrow(), picture);
            if (counted != Double.parseDouble(cells[0])) {
                differences.add(counted + " for " + line);
            }
        }
        assertEquals(List.of(), differences);
        assertEquals(19, types.size());
    }

    private static double flops(Vision eyes, Images picture) {
        return eyes.stages().stream()
                .flatMap(stage -> eyes.operators(stage, picture, 1).stream())
                .mapToDouble(operator -> Costs.of(operator, 1, TORCH).tensorFlops())
                .sum();
    }

    private static double flops(Decoder decoder) {
        Phase phase =
                RequestPhases.decoder("prefill", decoder, Work.prefill(1, 24), Convention.TORCH);
        return Costs.of(phase, TORCH).tensorFlops();
    }
}
