package dev.llmprof.study;

import dev.llmprof.study.capture.Input;
import dev.llmprof.trace.FileKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// In which order captures are read: those of graphs before the runs that replay them, since a run
/// is gone before the next one comes. Names tell mostly; where they do not, a run that replays
/// graphs of which nothing is known waits, if one that captured graphs follows.
final class ReadingOrder {
    private static final String BEGIN = "StreamBeginCapture";

    private final List<Input> all;
    private final Deque<Input> waiting = new ArrayDeque<>();
    private boolean looked;
    private Optional<Input> current = Optional.empty();

    ReadingOrder(List<Input> inputs) {
        this.all = List.copyOf(inputs);
        List<Input> order = new ArrayList<>(inputs);
        order.sort(Comparator.comparing(input -> !isNamedCapture(input)));
        waiting.addAll(order);
    }

    Optional<Input> next() {
        current = Optional.ofNullable(waiting.poll());
        return current;
    }

    /// Those that come next, as it looks now.
    List<Input> upcoming(int count) {
        return waiting.stream().limit(count).toList();
    }

    /// Whether what is being read has to wait for captures of graphs; they come next then, and it
    /// comes again after them.
    boolean waitsForCaptures() throws IOException {
        if (looked || waiting.isEmpty() || !current.map(ReadingOrder::canComeAgain).orElse(false)) {
            return false;
        }
        looked = true;
        List<Input> first = new ArrayList<>();
        for (Input input : waiting) {
            if (input.format().holds(input.path(), BEGIN)) {
                first.add(input);
            }
        }
        if (first.isEmpty()) {
            return false;
        }
        waiting.removeAll(first);
        waiting.addFirst(current.get());
        first.reversed().forEach(waiting::addFirst);
        return true;
    }

    /// Of a zip some traces may have been taken already, and a stream is gone.
    private static boolean canComeAgain(Input input) {
        return !input.isStandardInput() && !input.path().toString().endsWith(".zip");
    }

    /// Whether there is surely one trace, and nothing to compare it with. A zip may hold several,
    /// and a pipe cannot be opened a second time to look.
    boolean isOfOneTrace() throws IOException {
        return all.size() == 1
                && Files.isRegularFile(all.getFirst().path())
                && !FileKinds.isZip(all.getFirst().path());
    }

    /// Whether the question is worth asking.
    boolean isLast() {
        return looked || waiting.isEmpty();
    }

    private static boolean isNamedCapture(Input input) {
        return input.path().toString().toLowerCase(Locale.ROOT).contains("capture");
    }
}
