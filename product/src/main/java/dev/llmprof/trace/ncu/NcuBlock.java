package dev.llmprof.trace.ncu;

import dev.llmprof.trace.Broken;
import dev.llmprof.trace.ncu.NcuLaunch.NcuProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The header of one block of a report.
record NcuBlock(
        int sources,
        int results,
        int ranges,
        long payloadSize,
        List<String> strings,
        List<Wire> session,
        Optional<NcuProcess> ownProcess) {

    static NcuBlock of(Wire header) {
        int sources = 0;
        int results = 0;
        int ranges = 0;
        long payload = 0;
        List<String> strings = new ArrayList<>();
        List<Wire> session = new ArrayList<>();
        Optional<NcuProcess> process = Optional.empty();
        for (int field = header.next(); field != 0; field = header.next()) {
            switch (field) {
                case 1 -> sources = count(header);
                case 2 -> results = count(header);
                case 3 -> session.add(header.message());
                case 4 -> strings(header.message(), strings);
                case 5 -> payload = Integer.toUnsignedLong((int) header.integer());
                case 6 -> process = Optional.of(process(header.message()));
                case 7 -> ranges = count(header);
                default -> {}
            }
        }
        return new NcuBlock(sources, results, ranges, payload, strings, session, process);
    }

    NcuProcess process(NcuSessionReader session) {
        return ownProcess.orElseGet(session::process);
    }

    private static int count(Wire header) {
        long count = header.integer();
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw new Broken("a block of " + Long.toUnsignedString(count) + " items");
        }
        return (int) count;
    }

    private static void strings(Wire table, List<String> strings) {
        for (int field = table.next(); field != 0; field = table.next()) {
            if (field == 1) {
                strings.add(table.text());
            }
        }
    }

    private static NcuProcess process(Wire message) {
        long pid = 0;
        String host = "";
        String name = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> pid = message.integer();
                case 2 -> host = message.text();
                case 3 -> name = message.text();
                default -> {}
            }
        }
        return new NcuProcess(pid, name.substring(name.lastIndexOf('/') + 1), host);
    }
}
