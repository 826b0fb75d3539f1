package dev.llmprof.analysis.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The GPU events of graph replays that were led back to where they come from.
public final class ReplayOrigins {
    public static final ReplayOrigins NONE = new ReplayOrigins(new int[0], List.of());
    private static final int UNKNOWN = -1;

    private final int[] origin;
    private final List<KernelOrigin> origins;

    private ReplayOrigins(int[] origin, List<KernelOrigin> origins) {
        this.origin = origin;
        this.origins = origins;
    }

    Optional<KernelOrigin> of(int gpuRow) {
        return origin.length == 0 || origin[gpuRow] == UNKNOWN
                ? Optional.empty()
                : Optional.of(origins.get(origin[gpuRow]));
    }

    public boolean isEmpty() {
        return origins.isEmpty();
    }

    /// Takes origins event by event; equal ones are held once.
    public static final class Builder {
        private final int[] origin;
        private final List<KernelOrigin> origins = new ArrayList<>();
        private final Map<KernelOrigin, Integer> places = new HashMap<>();

        public Builder(int gpuEvents) {
            origin = new int[gpuEvents];
            Arrays.fill(origin, UNKNOWN);
        }

        public void put(int gpuRow, KernelOrigin from) {
            origin[gpuRow] =
                    places.computeIfAbsent(
                            from,
                            each -> {
                                origins.add(each);
                                return origins.size() - 1;
                            });
        }

        public ReplayOrigins build() {
            return new ReplayOrigins(origin, List.copyOf(origins));
        }
    }
}
