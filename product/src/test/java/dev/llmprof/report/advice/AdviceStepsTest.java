package dev.llmprof.report.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.format.Terminal;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every finding ends with something to type or to change, also one that says the least it can.
class AdviceStepsTest {
    /// An option, a call, a command, or a word for something that a user sets.
    private static final Pattern STEP =
            Pattern.compile(
                    "--\\w|\\w+[(=]|llmprof \\w+|torch\\.\\w+|weights|batch|block size|kernels?\\b|nodes|memory"
                            + "|streams|layers|links|operands|ProfilerActivity|scaled_dot_product_attention");

    private static final int TWO_LINES = 170;

    static Stream<Class<?>> kinds() {
        return Arrays.stream(Advice.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void hasAStep(Class<?> kind) throws ReflectiveOperationException {
        var advice = (Advice) made(kind);
        String step = AdviceWords.of(advice).suggestion();
        assertTrue(STEP.matcher(step).find(), kind.getSimpleName() + ": " + step);
        String brief = AdviceWords.brief(advice).step();
        assertTrue(STEP.matcher(brief).find(), kind.getSimpleName() + ": " + brief);
        assertTrue(brief.length() <= TWO_LINES, kind.getSimpleName() + ": " + brief);
    }

    @Test
    void onATerminalTheFirstStepStandsOnALineOfItsOwn() {
        assertEquals(
                """
                - sam takes 54.7× its bound: 602 ms against 11.0 ms; in the trace attention 124
                  ms against 3.00 ms (41.3×); could save at most 591 ms
                  try: scaled_dot_product_attention in place of single operators for attention,
                  torch.compile for the rest\
                """,
                Terminal.text(List.of(new Block.Leads(List.of(AdviceWords.brief(above())))), 80));
    }

    @Test
    void aPhaseAboveItsBoundSaysWhatToTryForWhatLosesTheMost() {
        assertEquals(
                "scaled_dot_product_attention in place of single operators for attention,"
                        + " torch.compile for the rest; then the first rows of “Model operators”, one"
                        + " by one",
                AdviceWords.of(above()).suggestion());
    }

    @Test
    void aSavingOfSeveralRequestsBeginsWithThatOfOne() {
        var phase = new Advice.PhaseBound("decode", 54.5e6, 6e6, 2);
        assertEquals(
                "at most 48.5 ms each time, 97.0 ms over the 2 recorded",
                AdviceWords.saving(
                        new Advice.MemoryBound(above().place(), phase, List.of(), .495, 4.85, .5)));
    }

    private static Advice above() {
        var phase = new Advice.PhaseBound("sam", 602e6, 11e6, 1);
        var attention = new Advice.PhaseBound("attention", 124e6, 3e6, 1);
        return new Advice.AboveBound(
                new Advice.Place("trace", "GPU 0"), phase, List.of(attention), .5);
    }

    private static Object made(Class<?> type) throws ReflectiveOperationException {
        if (type.isRecord()) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new);
            Object[] values = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                values[i] = made(types[i]);
            }
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        Map<Class<?>, Object> least =
                Map.of(
                        String.class,
                        "",
                        long.class,
                        1L,
                        int.class,
                        1,
                        double.class,
                        .5,
                        boolean.class,
                        false,
                        List.class,
                        List.of(),
                        Map.class,
                        Map.of(),
                        Optional.class,
                        Optional.empty(),
                        OptionalLong.class,
                        OptionalLong.empty());
        if (!least.containsKey(type)) {
            throw new IllegalArgumentException("nothing is known of " + type);
        }
        return least.get(type);
    }
}
