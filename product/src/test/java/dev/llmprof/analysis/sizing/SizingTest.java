package dev.llmprof.analysis.sizing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.cost.Fit;
import dev.llmprof.analysis.cost.QuickBound;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Memory;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Request;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SizingTest {
    private static final Model LLAMA = ModelFiles.open("llama-3.1-8b");
    private static final Counting COUNTING = Counting.of(LLAMA.precision());
    private static final Gpu H100 = ShippedGpus.catalogue().named("h100-sxm5-80gb");
    private static final Request REQUEST = new Request(1, 512, 129, Images.NONE);

    @Test
    void oneRequestAloneHasTheTimesOfTheRoofline() {
        LoadPoint alone =
                SteadyLoad.of(LLAMA, REQUEST, COUNTING, Ceiling.of(H100, LLAMA.precision())).at(1);
        var device =
                StaticAnalyses.of(LLAMA, REQUEST, COUNTING, Optional.of(H100))
                        .device()
                        .orElseThrow();
        assertEquals(device.firstTokenSeconds(), alone.firstTokenSeconds(), 1e-12);
        // The mean over an answer, here at half of it.
        assertEquals(
                device.perTokenSeconds(), alone.perTokenSeconds(), device.perTokenSeconds() / 1e3);
    }

    @Test
    void theOthersPrefillsComeBetweenTheTokensOfARequest() {
        SteadyLoad load =
                SteadyLoad.of(LLAMA, REQUEST, COUNTING, Ceiling.of(H100, LLAMA.precision()));
        double step =
                QuickBound.stepSeconds(
                        LLAMA.decoder(),
                        33,
                        512 + 64,
                        COUNTING,
                        Ceiling.of(H100, LLAMA.precision()));
        LoadPoint point = load.at(33);
        // 32 other requests, 128 gaps between 129 tokens.
        assertEquals(step + load.prefillSeconds() / 4, point.perTokenSeconds(), 1e-12);
        assertEquals(step + load.prefillSeconds(), point.firstTokenSeconds(), 1e-12);
        // Requests in flight are rate times the time each takes.
        double each = point.firstTokenSeconds() + 128 * point.perTokenSeconds();
        assertEquals(33, point.requestsPerSecond() * each, 1e-9);
        assertEquals(129 * point.requestsPerSecond(), point.tokensPerSecond(), 1e-9);
    }

    @Test
    void oneMoreRequestBreaksWhatIsNamedAsTheLimit() {
        ServiceLevel level = new ServiceLevel(0.5, 0.03);
        Sizing sizing = size(level, Efficiency.IDEAL, 0.9);
        LoadPoint best = sizing.expected().orElseThrow();
        SteadyLoad load =
                SteadyLoad.of(LLAMA, REQUEST, COUNTING, Ceiling.of(H100, LLAMA.precision()));
        assertEquals(Sizing.Limit.TPOT, sizing.limit());
        assertTrue(best.perTokenSeconds() <= 0.03);
        assertTrue(load.at(best.concurrency() + 1).perTokenSeconds() > 0.03);
        assertEquals(sizing.expected(), sizing.ideal());
    }

    @Test
    void memoryIsFilledUpToItsShareAndNotFurther() {
        Sizing sizing = size(ServiceLevel.ANY, Efficiency.PUBLISHED, 0.5);
        assertEquals(Sizing.Limit.MEMORY, sizing.limit());
        long most = sizing.expected().orElseThrow().concurrency();
        assertTrue(Memory.of(LLAMA, (int) most, 641, COUNTING).bytes() <= 40e9);
        assertTrue(Memory.of(LLAMA, (int) most + 1, 641, COUNTING).bytes() > 40e9);
    }

    @Test
    void whatDoesNotFitServesNobody() {
        Sizing sizing = size(ServiceLevel.ANY, Efficiency.PUBLISHED, 0.1);
        assertEquals(Fit.NO, sizing.fit());
        assertEquals(Optional.empty(), sizing.expected());
        assertEquals(0, sizing.largestByMemory());
    }

    @Test
    void aTimeToTheFirstTokenThatOnePrefillTakesLongerThanIsTheLimit() {
        Sizing sizing = size(ServiceLevel.ANY.withFirstToken(0.001), Efficiency.PUBLISHED, 0.9);
        assertEquals(Sizing.Limit.TTFT, sizing.limit());
        assertEquals(Optional.empty(), sizing.expected());
    }

    @Test
    void pricesOfPromptsAndAnswersAddUpToTheGpusTime() {
        Sizing sizing = size(new ServiceLevel(0.5, 0.03), Efficiency.PUBLISHED, 0.9);
        Price price = Price.of(sizing, 3.6, 512, 129).orElseThrow();
        double request = (price.perMillionIn() * 512 + price.perMillionOut() * 129) / 1e6;
        // 3.6 an hour is a thousandth a second.
        assertEquals(0.001 / sizing.expected().orElseThrow().requestsPerSecond(), request, 1e-12);
    }

    @Test
    void theCurveRisesWithTheRequestsInFlight() {
        var curve = size(ServiceLevel.ANY, Efficiency.PUBLISHED, 0.9).curve();
        assertEquals(1, curve.getFirst().concurrency());
        for (int i = 1; i < curve.size(); i++) {
            assertTrue(curve.get(i).perTokenSeconds() > curve.get(i - 1).perTokenSeconds());
            assertTrue(curve.get(i).tokensPerSecond() > curve.get(i - 1).tokensPerSecond());
        }
    }

    @Test
    void severalGpusHoldMoreRequests() {
        Counting two = COUNTING.with(new Parallel(2, 1, 1));
        var question = new SizingQuestion(REQUEST, ServiceLevel.ANY, Efficiency.PUBLISHED, 0.9);
        assertTrue(
                Sizing.of(LLAMA, question, two, H100).largestByMemory()
                        > 2 * Sizing.of(LLAMA, question, COUNTING, H100).largestByMemory());
    }

    private static Sizing size(ServiceLevel level, Efficiency efficiency, double memoryShare) {
        return Sizing.of(
                LLAMA, new SizingQuestion(REQUEST, level, efficiency, memoryShare), COUNTING, H100);
    }
}
