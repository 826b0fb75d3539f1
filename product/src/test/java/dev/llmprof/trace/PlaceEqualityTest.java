package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What these records write out themselves must be what Java would have made.
class PlaceEqualityTest {
    @Test
    void lanesAreOneWhereAllTheirPartsAre() {
        List<Lane> apart =
                List.of(
                        new Lane("a", "0", "1", "7"),
                        new Lane("b", "0", "1", "7"),
                        new Lane("a", "1", "1", "7"),
                        new Lane("a", "0", "2", "7"),
                        new Lane("a", "0", "1", "8"));
        assertEquals(5, Set.copyOf(apart).size());
        Lane again = new Lane("a", "0", "1", "7");
        assertEquals(apart.getFirst(), again);
        assertEquals(apart.getFirst().hashCode(), again.hashCode());
    }

    @Test
    void threadsAreOneWhereProcessAndThreadAre() {
        List<HostThread> apart =
                List.of(
                        new HostThread("1", "2"),
                        new HostThread("2", "1"),
                        new HostThread("1", "3"));
        assertEquals(3, Set.copyOf(apart).size());
        HostThread again = new HostThread("1", "2");
        assertEquals(apart.getFirst(), again);
        assertEquals(apart.getFirst().hashCode(), again.hashCode());
    }
}
