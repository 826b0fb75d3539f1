package dev.llmprof.trace.ncu;

import dev.llmprof.trace.ncu.NcuLaunch.NvtxFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The push/pop ranges open on the launching thread, then the start/end ranges of the process.
final class NcuNvtxReader {
    private final Map<Long, String> domains = new HashMap<>();
    private final List<NvtxFrame> frames = new ArrayList<>();

    private NcuNvtxReader() {}

    static List<NvtxFrame> frames(Wire state, long thread) {
        List<Wire> threads = new ArrayList<>();
        List<Wire> startEnd = new ArrayList<>();
        var reader = new NcuNvtxReader();
        for (int field = state.next(); field != 0; field = state.next()) {
            switch (field) {
                case 1 -> reader.domain(state.message());
                case 2 -> threads.add(state.message());
                case 3 -> startEnd.add(state.message());
                default -> {}
            }
        }
        threads.forEach(one -> reader.thread(one, thread));
        startEnd.forEach(one -> reader.ranges(one, 2));
        return reader.frames;
    }

    private void domain(Wire message) {
        long id = 0;
        String name = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> id = message.integer();
                case 2 -> name = message.text();
                default -> {}
            }
        }
        domains.put(id, name.equals("<default domain>") ? "" : name);
    }

    private void thread(Wire message, long wanted) {
        List<Wire> stacks = new ArrayList<>();
        long thread = wanted;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                thread = message.integer();
            } else if (field == 2) {
                stacks.add(message.message());
            }
        }
        if (thread == wanted) {
            stacks.forEach(stack -> ranges(stack, 1));
        }
    }

    private void ranges(Wire domain, int nameField) {
        long id = 0;
        for (int field = domain.next(); field != 0; field = domain.next()) {
            if (field == 1) {
                id = domain.integer();
            } else if (field == 3) {
                frames.add(
                        new NvtxFrame(
                                domains.getOrDefault(id, ""), name(domain.message(), nameField)));
            }
        }
    }

    private static String name(Wire range, int nameField) {
        String name = "";
        for (int field = range.next(); field != 0; field = range.next()) {
            if (field == nameField) {
                name = range.text();
            }
        }
        return name;
    }
}
