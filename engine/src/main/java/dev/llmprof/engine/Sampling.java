package dev.llmprof.engine;

import dev.llmprof.workload.WorkloadSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/// Which items each epoch takes: all of them, a window that moves on with every epoch, or the first
/// few of a shuffle whose random stream goes on from epoch to epoch.
record Sampling(OptionalInt itemsEachEpoch, int epochs, boolean shuffled, OptionalLong seed) {

    static Sampling of(WorkloadSettings.Sampling asked) {
        return new Sampling(
                asked.numSamplesPerEpoch(), asked.numEpochs(), asked.randomize(), asked.seed());
    }

    <T> List<List<T>> epochs(List<T> items) {
        Random random = seed.isPresent() ? new Random(seed.getAsLong()) : new Random();
        int count = Math.min(itemsEachEpoch.orElse(items.size()), items.size());
        List<List<T>> epochs = new ArrayList<>();
        for (int epoch = 0; epoch < this.epochs; epoch++) {
            List<T> order = new ArrayList<>(items);
            if (shuffled) {
                Collections.shuffle(order, random);
            } else {
                int wanted = itemsEachEpoch.orElse(0);
                Collections.rotate(order, -(int) ((long) epoch * wanted % items.size()));
            }
            epochs.add(List.copyOf(order.subList(0, count)));
        }
        return epochs;
    }
}
