package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.cost.CountVariants;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every model whose count is known, from its sizes alone.
class FactsTest {

    @Test
    void countsEveryKnownModelToTheParameter() {
        List<String> differences = new ArrayList<>();
        List<PublishedModel> models = PublishedModel.all();
        for (PublishedModel each : models) {
            String counted = counted(each.model());
            if (!each.known().equals(counted)) {
                differences.add(each.name() + ": " + counted + " for " + each.known());
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(models.size() > 50, models.size() + " models");
    }

    /// Rows whose published count differs say by how much; our own output must name that number.
    @Test
    void explainsEveryPublishedCountThatIsLarger() {
        List<String> unexplained = new ArrayList<>();
        int larger = 0;
        for (PublishedModel each : PublishedModel.all()) {
            if (each.surplus().isPresent()) {
                long more = each.surplus().getAsLong();
                List<CountVariants.Variant> variants = CountVariants.of(each.model());
                larger++;
                if (variants.stream().noneMatch(variant -> variant.parameters() == more)) {
                    unexplained.add(each.name() + " " + more + " " + variants);
                }
            }
        }
        assertEquals(List.of(), unexplained);
        assertTrue(larger >= 5, larger + " larger counts");
    }

    private static String counted(Model model) {
        Parameters parameters = Parameters.of(model, Precision.BF16);
        long kept = (long) KvCache.of(model.decoder(), Precision.of(Format.BF16)).bytesPerToken();
        return parameters.total() + " " + parameters.active() + " " + kept;
    }
}
